# ruff: noqa: E501 - one pattern a line
"""What stands around text that reads like an instruction, and decides whether it is one.

Source: ours, from talk about prompts and agents in real notes.
"""

from __future__ import annotations

import re

from memory_ls.lazily import lazy

# Where a command begins: at a sentence, after what joins or addresses it.
BEGINS = lazy(
    r"(?:^|[.!?;:,>\])}(\n\r—–\-*#|`\"“«_…。，：；]|\b(?:and|then|first|also|always|please|now|just|immediately|silently|secretly|simply|instead"
    r"|afterwards?|finally|next|kindly|or|but|so|only|must|hereby|again|quickly|directly|automatically|periodically|once|hey|ok|okay|important"
    r"|assistants?|agents?|ai|models?|llms?|claude|chatgpt|gpt|gemini|copilot|cursor|codex"
    r"|(?:you|assistants?|agents?|ai|models?|claude|reader)\s{1,3}(?:must|should|shall|will|can|may|have\s{1,3}to|need\s{1,3}to|are\s{1,3}to|has\s{1,3}to|needs\s{1,3}to)"
    r"|(?:never|not|n['’]t)\s{1,3}(?:forget|fail|hesitate|miss|neglect)\s{1,3}to"
    r"|(?:task|job|goal|duty|role|mission|purpose)\s{1,3}is\s{1,3}(?:now\s{1,3})?to|(?:remember|make\s{1,3}sure|be\s{1,3}sure|try|want\s{1,3}you|need\s{1,3}you|required|instructed|ordered|have)\s{1,3}to"
    r"|(?:after|before|on|at|with|in|for|of)\s{1,3}(?:each|every|any|all)\s{1,3}\w{1,14}(?:\s{1,3}(?:start|end|task|commit|session|build|reply|answer|message|turn))?|use\s{1,3}(?:curl|wget|nc|bash|python3?|scp|git|a\s{1,3}script)\s{1,3}to|when(?:ever)?\s{1,3}you\s{1,3}\w{1,14}"
    r"|bitte|und|dann|por\s{1,3}favor|y|s['’]il\s{1,3}te\s{1,3}plaît|et|puis|e|poi|sofort|immer|siempre|toujours|sempre|jetzt|ahora|maintenant))\s{0,4}\Z",
    re.IGNORECASE,
)
# What forbids the command that follows, and what takes that back ("never forget to ...").
FORBIDS = lazy(
    r"(?:\b(?:never|not|cannot|avoid|without|instead\s{1,3}of|rather\s{1,3}than|refuse\s{1,3}to|refuses\s{1,3}to|stop|nobody|nor|neither|no\s{1,3}one|forbidden|unsafe|dangerous"
    r"|risk(?:y|s)?|attacks?|attackers?|nie|niemals|nicht|nunca|jamás|jamais|никогда|не)\b|n['’]t\b|不要|别|不得|切勿|禁止|绝不|请勿)(?:\s{1,3}[\w'’-]{1,16}){0,4}[\s,]{0,4}\Z",
    re.IGNORECASE,
)
STILL = lazy(
    r"\b(?:forget|fail|hesitate|miss|neglect)\s{1,3}to\b|\b(?:ask|stop|mention)\w{0,3}\b[^.\n]{0,20}[,;]|\b(?:and|but|then)\b[^\n]{0,16}\Z",
    re.IGNORECASE,
)
# What tells of such text instead of saying it, before and after.
TOLD = lazy(
    r"\b(?:says?|said|saying|reads?\s{0,2}[:\"“'«`]|containing|contains?|such\s{1,3}as|e\.g\.|i\.e\.|for\s{1,3}(?:example|instance)|examples?|phrases?\b|strings?\s{1,3}(?:like|such)|payloads?|attempts?|tr(?:y|ies|ied|ying)\s{1,3}to"
    r"|attack\w{0,6}|injections?|inject(?:s|ed|ing)?\b|jail ?breaks?\b|malicious|adversar\w{1,6}|block(?:s|ed|ing)\b|detect(?:s|ed|ion|or|ing)?\b|flag(?:s|ged)\b|reject(?:s|ed)?\b|refus(?:e|es|ed|ing)\b|scanner|filters?\s{1,3}(?:out|for)|fixtures?|untrusted"
    r"|red[- ]team\w{0,4}|poison(?:s|ed|ing)?\b|owasp|mitre|cve-|looks?\s{1,3}like|anything\s{1,3}like|things\s{1,3}like|lines?\s{1,3}like|texts?\s{1,3}like|notes?\s{1,3}(?:like|that\s{1,3}say)|guards?\s{1,3}against|protects?\s{1,3}against|watch\s{1,3}for|beware|warn(?:s|ed|ing)?\b"
    r"|suspicious|spoof\w{0,4}|phish\w{0,4}|social\s{1,3}engineer\w{0,3}|exploit\w{0,4}|threat\w{0,2}|vulnerab\w{0,6}|bug|incident|postmortem|regression"
    r"|(?:if|when|whenever)\s{1,3}(?:an?|the|any|some|a\s{1,3}web)\s{1,3}(?:\w{1,14}\s{1,3}){0,2}(?:page|file|note|e-?mail|issue|comment|website|document|content|output|input|message|text|readme|result|repo|diff|log|pr|prompt|ticket|payload|source|tool)s?\s{1,3}(?:asks?|tells?|instructs?|wants?|tries|demands?|orders?)"
    r"|said:|quote|quoted|literally|test\s{1,3}(?:case|prompt|string|input)s?|benchmark|dataset|labelled|classif\w{1,6}|пример\w{0,2}|атак\w{0,3}|инъекци\w{0,2}|beispiel\w{0,2}|angriff\w{0,2}|ejemplo\w{0,1}|ataque\w{0,1}|exemple\w{0,1}|attaque\w{0,1})"
    r"|示例|例如|比如|攻击|注入|拦截|检测|测试",
    re.IGNORECASE,
)
TOLD_AFTER = lazy(
    r"[\"'”’»`」)]{0,2}[\s,-]{0,3}(?:(?:is|are|was|were|gets?|counts?|should\s{1,3}be|must\s{1,3}be|will\s{1,3}be)\s{1,3}(?:\w{1,12}\s{1,3}){0,2}(?:block|reject|flag|detect|attack|inject|known|refus|ignor|strip|filter|treat|an?\s|the\s)"
    r"|-?(?:style|type|like)\b|(?:attacks?|payloads?|phrases?|strings?|samples?|patterns?|injections?|jailbreaks?|attempts?|test\s{1,3}cases?|fixtures?|prompts?)\b)|(?:这|之)?类|(?:样|式)的",
    re.IGNORECASE,
)
QUOTES = lazy(
    r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|「[^」\n]{1,400}」|„[^“”\n]{1,400}[“”]|(?<![\w'])'[^'\n]{2,400}'(?!\w)|‘[^’\n]{1,400}’(?!\w)|`[^`\n]{1,400}`|《[^》\n]{1,400}》"
)
FENCE = lazy(r"^[ \t]{0,3}(?:```|~~~)", re.MULTILINE)
SENTENCE = lazy(r"[.!?。！？](?=\s)|\n|;\s")
# Where secrets and logins belong: sending them there is no leak.
HOME = lazy(r"\b(?:vault|1password|bitwarden|doppler|secrets?\s?manager|infisical|keychain|settings|login|log\s?in|sign\s?in|oauth|authenticat\w{0,5}|auth\w{0,3}|token\s{1,3}(?:endpoint|url)|localhost|127\.0\.0\.1|0\.0\.0\.0|10\.\d|192\.168|internal|intranet|github\s{1,3}(?:actions|secrets)|id\.|sso|header|/token|/session|/user)\b|\bauth|/login", re.IGNORECASE)  # fmt: skip
LOCAL = ("localhost", "127.0.0.1", "0.0.0.0", "192.168.", "://10.", "[::1]", ".local", ".internal", "host.docker")
USUAL = lazy(r"[?&](?:key|api_?key|apikey|token|access_?token|auth(?:_?token|_?key)?|appid|app_?key|sig|private_token|subscription-key|code|secret|password|pass|client_secret|accessToken|api_token|license_key)=\Z|/bot\Z|:\Z|//[\w.-]{0,40}:?\Z", re.IGNORECASE)  # fmt: skip
OWNERS = ("openai", "anthropic", "github", "gitlab", "aws", "azure", "google", "gcp", "slack", "npm", "stripe", "huggingface", "claude", "gemini", "docker", "pypi", "ssh", "vercel", "netlify", "heroku", "twilio", "sendgrid", "datadog")  # fmt: skip
# A secret that something is sent with, not what is sent.
WITH = lazy(
    r"\b(?:with|using|via|by)\s{1,3}(?:(?:the|an?|your|our|its|their)\s{1,3})?(?:[\w-]{2,16}\s{1,3}){0,2}(?:tokens?|keys?|credentials?|secrets?|passwords?|cookies?)\b",
    re.IGNORECASE,
)
