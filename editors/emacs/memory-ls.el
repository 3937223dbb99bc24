;;; memory-ls.el --- The memory of coding agents in eglot  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Starts memory-ls for markdown buffers under eglot, and shows its reports.

;;; Code:

(require 'eglot)

(defgroup memory-ls nil
  "The memory of coding agents."
  :group 'tools)

(defcustom memory-ls-command '("memory-ls" "server")
  "The command line of the server."
  :type '(repeat string))

(defun memory-ls-contact (&optional _interactive)
  "The server's command line and the options that it is started with, for eglot."
  (append memory-ls-command '(:initializationOptions (:showsDocuments t))))

(add-to-list 'eglot-server-programs '((markdown-mode gfm-mode) . memory-ls-contact))

(defun memory-ls--show (report)
  "Show REPORT, the server's answer to a command."
  (let ((title (plist-get report :title))
        (markdown (plist-get report :markdown))
        (message (plist-get report :message)))
    (cond
     (markdown
      (with-current-buffer (get-buffer-create (format "*%s*" title))
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert markdown)
          (goto-char (point-min)))
        (special-mode)
        (display-buffer (current-buffer))))
     (message (message "%s" message)))))

(defun memory-ls--run (name &rest fields)
  "Run the server's command NAME for this buffer with further FIELDS, and show what it answers."
  (eglot--signal-textDocument/didChange) ; a command sees the buffer as it is now
  (let ((uri (or (and buffer-file-name (eglot--path-to-uri buffer-file-name)) :json-null)))
    (memory-ls--show
     (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                      (list :command (concat "memory-ls." name)
                            :arguments (vector (append (list :uri uri) fields)))
                      :timeout 120))))

;;;###autoload
(defun memory-ls-doctor () "Show how healthy the memory is." (interactive) (memory-ls--run "doctor"))
;;;###autoload
(defun memory-ls-preview () "Show what the agent is given." (interactive) (memory-ls--run "preview"))
;;;###autoload
(defun memory-ls-list () "Show all notes." (interactive) (memory-ls--run "list"))
;;;###autoload
(defun memory-ls-paths () "Show where the notes are kept." (interactive) (memory-ls--run "paths"))
;;;###autoload
(defun memory-ls-reload () "Read the configuration and the stores again." (interactive) (memory-ls--run "reload"))
;;;###autoload
(defun memory-ls-clear () "Clear one memory, after asking." (interactive) (memory-ls--run "clear" :scope :json-null))

(provide 'memory-ls)
;;; memory-ls.el ends here
