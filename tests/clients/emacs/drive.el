;;; drive.el --- Uses editors/emacs in batch and prints what was seen  -*- lexical-binding: t; -*-

(package-initialize)
(require 'markdown-mode)
(require 'flymake)
(require 'json)
(load (getenv "MEMORY_LS_EDITOR") nil t)

(setq memory-ls-command (append (json-parse-string (getenv "MEMORY_LS_COMMAND")) nil)
      eglot-sync-connect 30
      eglot-confirm-server-initiated-edits nil
      eglot-send-changes-idle-time 0.05)

(defvar seen nil)

(defun see (name value)
  (push (cons name value) seen))

(defun wait-for (holds)
  (let ((end (+ (float-time) 30)))
    (while (and (not (funcall holds)) (< (float-time) end))
      (accept-process-output nil 0.05)
      (flymake-start nil)))
  (unless (funcall holds) (error "Never seen")))

(defun messages ()
  (apply #'vector (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))

(defun choose (title)
  "Run the action TITLE of the note at point."
  (let* ((actions (append (eglot-code-actions (line-beginning-position) (line-end-position) nil nil) nil))
         (action (seq-find (lambda (each) (equal (plist-get each :title) title)) actions))
         (command (plist-get action :command)))
    (see 'actions (apply #'vector (mapcar (lambda (each) (plist-get each :title)) actions)))
    (eglot-execute-command (eglot-current-server) (intern (plist-get command :command)) (plist-get command :arguments))))

(find-file (getenv "MEMORY_LS_FILE"))
(markdown-mode)
(let ((contact (eglot--guess-contact)))
  (apply #'eglot contact))
(flymake-mode 1)
(wait-for (lambda () (> (length (flymake-diagnostics)) 0)))
(see 'findings (messages))
(goto-char (flymake-diagnostic-beg (car (flymake-diagnostics))))
(choose "Remove this copy")
(wait-for (lambda () (= (length (flymake-diagnostics)) 0)))
(see 'text (buffer-string))
(memory-ls-doctor)
(see 'report (with-current-buffer "*memory-ls doctor*" (buffer-string)))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))
(princ (json-encode seen))
