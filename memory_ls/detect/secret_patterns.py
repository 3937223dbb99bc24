# ruff: noqa: E501 - one pattern a line
"""The shapes of tokens that can be told by themselves: a prefix or mark, then an alphabet and a length.

One row a shape: what it is (with its article), the marks of which one must occur in the text, the value as a regular
expression, and the page of its provider that describes it. Every repeat is bounded or stops at what cannot be part of
the value, so that each pattern takes linear time. A shape that cannot be told from an ordinary identifier is no row
here: it needs a key word, see `secret_words`.
"""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """One shape of token; `distinct` is how many characters of it must differ."""

    kind: str
    marks: tuple[str, ...]
    value: str
    source: str
    distinct: int = 8


_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

SHAPES: tuple[Shape, ...] = (
    # version control and CI
    Shape("a GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[A-Za-z0-9]{36,255}", "GitHub: authentication token formats"),
    Shape("a GitHub token", ("github_pat_",), r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}", "GitHub: fine-grained tokens"),
    Shape("a GitLab token", ("glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "gloas-", "glsoat-", "glffct-"),
          r"gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w-]{20,300}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,9})?", "GitLab: token prefixes"),
    Shape("a GitLab runner token", ("GR1348941",), r"GR1348941[\w-]{20,50}", "GitLab: token prefixes"),
    Shape("a Bitbucket app password", ("ATBB",), r"ATBB[A-Za-z0-9]{24,40}", "Bitbucket: app passwords"),
    Shape("an Atlassian API token", ("ATATT3", "ATCTT3"), r"AT[AC]TT3[\w=-]{60,300}", "Atlassian: API tokens"),
    Shape("an Azure DevOps token", ("AZDO",), r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}", "Azure DevOps: format of personal access tokens"),
    Shape("a CircleCI token", ("CCIPAT_", "CCIPRJ_"), r"CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}", "CircleCI: API tokens"),
    Shape("a Buildkite token", ("bkua_", "bkaj_", "bkct_", "bkpt_"), r"bk(?:ua|aj|ct|pt)_[A-Za-z0-9]{20,64}", "Buildkite: API access tokens"),
    Shape("a SonarQube token", ("sqp_", "squ_", "sqa_"), r"sq[pua]_[0-9a-f]{40}", "SonarQube: user tokens"),
    Shape("a Sourcegraph token", ("sgp_", "sgd_", "slk_"), r"(?:sgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}|(?:sgd|slk)_[0-9a-f]{64})", "Sourcegraph: access tokens"),
    Shape("a Postman API key", ("PMAK-", "PMAT-"), r"PM(?:AK-[0-9a-f]{24}-[0-9a-f]{34}|AT-[0-9A-Z]{26})", "Postman: API keys"),
    Shape("a Prefect API key", ("pnu_", "pnb_"), r"pn[ub]_[A-Za-z0-9]{36}", "Prefect: API keys"),
    Shape("a ReadMe API key", ("rdme_",), r"rdme_[a-z0-9]{60,80}", "ReadMe: API keys"),
    # package registries
    Shape("an npm token", ("npm_",), r"npm_[A-Za-z0-9]{36}", "npm: access tokens"),
    Shape("a PyPI token", ("pypi-Ag",), r"pypi-Ag[\w-]{50,300}", "PyPI: API tokens"),
    Shape("a RubyGems API key", ("rubygems_",), r"rubygems_[0-9a-f]{48}", "RubyGems: API keys"),
    Shape("a NuGet API key", ("oy2",), r"oy2[a-z0-9]{43}", "NuGet: API keys"),
    Shape("a crates.io token", ("cio",), r"cio[A-Za-z0-9]{32}", "crates.io: API tokens"),
    Shape("a Docker Hub token", ("dckr_pat_", "dckr_oat_"), r"dckr_[po]at_[\w-]{27,32}", "Docker Hub: access tokens"),
    Shape("an Artifactory API key", ("AKCp",), r"AKCp[A-Za-z0-9]{60,75}", "JFrog: API keys"),
    Shape("an Artifactory token", ("cmVmd",), r"cmVmdGtuO[A-Za-z0-9]{40,64}", "JFrog: reference tokens"),
    Shape("a Clojars token", ("CLOJARS_",), r"CLOJARS_[0-9a-f]{60}", "Clojars: deploy tokens"),
    # clouds
    Shape("an AWS access key id", ("AKIA", "ASIA", "ABIA", "ACCA"), r"A(?:KI|SI|BI|CC)A[A-Z2-7]{16}", "AWS: IAM identifiers, unique id prefixes"),
    Shape("an AWS access key id", ("AKIA", "ASIA"), r"A(?:KI|SI)A[A-Z0-9]{16}", "AWS: IAM identifiers, unique id prefixes"),
    Shape("an AWS Bedrock API key", ("ABSK", "bedrock-api-key-"), r"(?:ABSK[A-Za-z0-9+/]{100,140}={0,2}|bedrock-api-key-[A-Za-z0-9+/=_-]{60,2000})", "AWS: Bedrock API keys"),
    Shape("a Google API key", ("AIza",), r"AIza[\w-]{35}", "Google Cloud: API keys"),
    Shape("a Google API key", ("AQ.Ab",), r"AQ\.Ab[\w-]{40,80}", "Google AI Studio: API keys"),
    Shape("a Google OAuth secret", ("GOCSPX-",), r"GOCSPX-[\w-]{28}", "Google: OAuth client secrets"),
    Shape("a Google access token", ("ya29.",), r"ya29\.[\w-]{20,2000}(?:\.[\w-]{20,500})?", "Google: OAuth access tokens"),
    Shape("a Google refresh token", ("1//0",), r"1//0[\w-]{40,200}", "Google: OAuth refresh tokens"),
    Shape("an Azure client secret", ("Q~",), r"[\w.~-]{3}[78]Q~[\w.~-]{31,34}", "Microsoft Entra: client secrets"),
    Shape("an Azure API key", ("JQQJ9",), r"[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27}", "Azure: identifiable keys"),
    Shape("an Azure key", ("AzFu", "AzSe", "AzCa", "ACDb", "+ASt", "+AIoT", "+ARm", "+AEh", "+ACR", "+AMC"),
          r"[A-Za-z0-9+/]{33,80}(?:AzFu|AzSe|AzCa|ACDb|\+ASt|\+AIoT|\+ARm|\+AEh|\+ACR|\+AMC)[A-Za-z0-9+/]{5,8}={0,2}", "Azure: identifiable keys", 16),
    Shape("an Alibaba Cloud key id", ("LTAI",), r"LTAI[A-Za-z0-9]{16,26}", "Alibaba Cloud: AccessKey pairs"),
    Shape("a Tencent Cloud key id", ("AKID",), r"AKID[A-Za-z0-9]{32}", "Tencent Cloud: API keys"),
    Shape("a Volcengine key id", ("AKLT",), r"AKLT[A-Za-z0-9_-]{40,60}", "Volcengine: access keys"),
    Shape("a Baidu Cloud key", ("bce-v3/",), r"bce-v3/ALTAK-[A-Za-z0-9]{21}/[0-9a-f]{40}", "Baidu Qianfan: API keys"),
    Shape("a Yandex Cloud key", ("AQVN",), r"AQVN[\w-]{35,38}", "Yandex Cloud: API keys"),
    Shape("a Yandex token", ("y0_", "t1."), r"(?:y0_[\w-]{50,200}|t1\.[A-Z0-9a-z_-]{20,400}={0,2}\.[A-Z0-9a-z_-]{86}={0,2})", "Yandex: OAuth and IAM tokens"),
    Shape("a DigitalOcean token", ("dop_v1_", "doo_v1_", "dor_v1_"), r"do[opr]_v1_[0-9a-f]{64}", "DigitalOcean: personal access tokens"),
    Shape("a Heroku API key", ("HRKU-",), rf"HRKU-(?:AA[\w-]{{50,64}}|{_UUID})", "Heroku: API keys"),
    Shape("a Fly.io token", ("fo1_", "fm1r_", "fm1a_", "fm2_"), r"(?:fo1_[\w-]{43}|fm1[ar]_[A-Za-z0-9+/]{80,1000}={0,3}|fm2_[A-Za-z0-9+/]{80,1000}={0,3})", "Fly.io: access tokens"),
    Shape("a Netlify token", ("nfp_", "nfc_", "nfo_", "nfu_", "nfb_"), r"nf[pcoub]_[A-Za-z0-9]{36}", "Netlify: access tokens"),
    Shape("a Vercel token", ("vcp_", "vck_", "vca_", "vcr_", "vci_", "vercel_blob_rw_"), r"(?:vc[pkari]_[A-Za-z0-9]{40,64}|vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{30,40})", "Vercel: tokens"),
    Shape("a Render API key", ("rnd_",), r"rnd_[A-Za-z0-9]{24,40}", "Render: API keys"),
    Shape("a Scalingo token", ("tk-us-",), r"tk-us-[\w-]{48}", "Scalingo: API tokens"),
    Shape("a Cloudflare token", ("cfk_", "cfut_", "cfat_"), r"cf(?:k|ut|at)_[A-Za-z0-9]{40,64}", "Cloudflare: token formats"),
    Shape("a Cloudflare origin key", ("v1.0-",), r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}", "Cloudflare: origin CA keys"),
    Shape("a Supabase token", ("sbp_", "sb_secret_"), r"(?:sbp_(?:v0_|oauth_)?[0-9a-f]{40}|sb_secret_[\w-]{31,40})", "Supabase: API keys"),
    Shape("a PlanetScale token", ("pscale_",), r"pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}", "PlanetScale: service tokens"),
    Shape("a Neon API key", ("napi_",), r"napi_[a-z0-9]{40,64}", "Neon: API keys"),
    Shape("a Databricks token", ("dapi",), r"dapi[0-9a-f]{32}(?:-\d)?", "Databricks: personal access tokens"),
    Shape("a Terraform Cloud token", (".atlasv1.",), r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,75}", "Terraform Cloud: API tokens"),
    Shape("a Pulumi token", ("pul-",), r"pul-[0-9a-f]{40}", "Pulumi: access tokens"),
    Shape("a Vault token", ("hvs.", "hvb.", "hvr."), r"hv[sbr]\.[\w-]{20,400}", "HashiCorp Vault: token prefixes"),
    Shape("a Doppler token", ("dp.",), r"dp\.(?:pt|st|ct|sa|said|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}", "Doppler: token formats"),
    Shape("an Infisical token", ("st.",), r"st\.[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}", "Infisical: service tokens"),
    Shape("a 1Password secret key", ("A3-",), r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}", "1Password: secret key"),
    Shape("a 1Password service token", ("ops_eyJ",), r"ops_eyJ[\w-]{100,1500}={0,2}", "1Password: service accounts"),
    Shape("a Tailscale key", ("tskey-",), r"tskey-(?:(?:auth|api|client|scim|webhook|oauth)-)?[A-Za-z0-9]{8,24}(?:CNTRL)?-[A-Za-z0-9]{16,64}", "Tailscale: key prefixes"),
    Shape("a Nebula key", ("dnkey-",), r"dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}", "Defined Networking: API keys"),
    # models and agents
    Shape("an Anthropic API key", ("sk-ant-api", "sk-ant-admin"), r"sk-ant-(?:api|admin)\d\d-[\w-]{60,120}", "Anthropic: API keys"),
    Shape("an Anthropic OAuth token", ("sk-ant-oat", "sk-ant-ort", "sk-ant-sid"), r"sk-ant-(?:oat|ort|sid)\d\d-[\w-]{40,140}", "Anthropic: OAuth tokens"),
    Shape("an OpenAI API key", ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"), r"sk-(?:proj|svcacct|admin|None)-[\w-]{40,250}", "OpenAI: API keys", 12),
    Shape("an OpenAI API key", ("T3BlbkFJ",), r"sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}", "OpenAI: API keys"),
    Shape("an OpenRouter API key", ("sk-or-",), r"sk-or-v\d-[0-9a-f]{64}", "OpenRouter: API keys"),
    Shape("a Langfuse secret key", ("sk-lf-",), rf"sk-lf-{_UUID}", "Langfuse: API keys"),
    Shape("a Hugging Face token", ("hf_", "api_org_"), r"(?:hf|api_org)_[A-Za-z0-9]{34,40}", "Hugging Face: access tokens"),
    Shape("a Replicate token", ("r8_",), r"r8_[A-Za-z0-9]{37,40}", "Replicate: API tokens"),
    Shape("a Groq API key", ("gsk_",), r"gsk_[A-Za-z0-9]{48,56}", "Groq: API keys"),
    Shape("an xAI API key", ("xai-",), r"xai-[A-Za-z0-9]{70,90}", "xAI: API keys"),
    Shape("a Perplexity API key", ("pplx-",), r"pplx-[A-Za-z0-9]{40,56}", "Perplexity: API keys"),
    Shape("an NVIDIA API key", ("nvapi-",), r"nvapi-[\w-]{60,70}", "NVIDIA: API keys"),
    Shape("a Fireworks API key", ("fw_",), r"fw_[A-Za-z0-9]{22,32}", "Fireworks: API keys", 12),
    Shape("a Together API key", ("tgp_v1_",), r"tgp_v1_[\w-]{40,48}", "Together: API keys"),
    Shape("a Cerebras API key", ("csk-",), r"csk-[a-z0-9]{48}", "Cerebras: API keys"),
    Shape("a LangSmith API key", ("lsv2_",), r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}", "LangSmith: API keys"),
    Shape("a Pinecone API key", ("pcsk_",), r"pcsk_[A-Za-z0-9]{5,6}_[A-Za-z0-9]{60,70}", "Pinecone: API keys"),
    Shape("a Weights & Biases API key", ("wandb_v1_",), r"wandb_v1_[\w-]{60,100}", "Weights & Biases: API keys"),
    Shape("a Tavily API key", ("tvly-",), r"tvly-(?:(?:dev|prod)-)?[A-Za-z0-9-]{20,60}", "Tavily: API keys"),
    Shape("a Firecrawl API key", ("fc-",), r"fc-[0-9a-f]{32}", "Firecrawl: API keys"),
    Shape("a Jina API key", ("jina_",), r"jina_[\w-]{55,70}", "Jina: API keys"),
    Shape("a Voyage API key", ("pa-",), r"pa-[\w-]{43}", "Voyage: API keys", 16),
    Shape("a Brave Search API key", ("BSA",), r"BSA[\w-]{26,30}", "Brave Search: API keys", 14),
    Shape("an E2B API key", ("e2b_",), r"e2b_[0-9a-f]{40}", "E2B: API keys"),
    Shape("an Anyscale key", ("esecret_",), r"esecret_[A-Za-z0-9]{24,40}", "Anyscale: API keys"),
    Shape("a Modal token", ("ak-", "as-"), r"a[ks]-[A-Za-z0-9]{22}", "Modal: tokens", 14),
    Shape("a Mem0 API key", ("m0-",), r"m0-[A-Za-z0-9]{40}", "Mem0: API keys"),
    Shape("a Cursor API key", ("crsr_", "key_"), r"(?:crsr|key)_[0-9a-f]{64}", "Cursor: API keys"),
    # messages
    Shape("a Slack token", ("xoxe-", "xoxe.", "xapp-"), r"(?:xoxe(?:\.xox[bp])?-\d-[A-Za-z0-9]{100,300}|xapp-\d-[A-Z0-9]{9,13}-\d{10,14}-[0-9a-f]{64})", "Slack: token types"),
    Shape("a Slack token", ("xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxc-", "xoxd-"), r"xox[bparsocd]-(?:\d-)?[A-Za-z0-9%-]{20,300}", "Slack: token types"),
    Shape("a Slack webhook", ("hooks.slack.com", "hooks.slack-gov.com"), r"https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9]{6,14}/[A-Za-z0-9]{6,20}/[A-Za-z0-9]{16,40}(?:/[A-Za-z0-9]{16,40})?", "Slack: incoming webhooks"),
    Shape("a Discord webhook", ("/api/webhooks/",), r"https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api/webhooks/\d{17,20}/[\w-]{55,80}", "Discord: webhooks"),
    Shape("a Teams webhook", (".webhook.office.com",), rf"https://[\w-]{{1,60}}\.webhook\.office\.com/webhookb2/{_UUID}@{_UUID}/IncomingWebhook/[\w-]{{20,64}}/{_UUID}(?:/[\w-]{{20,64}})?", "Teams: incoming webhooks"),
    Shape("a Google Chat webhook", ("chat.googleapis.com",), r"https://chat\.googleapis\.com/v1/spaces/[\w-]{6,20}/messages\?key=[\w-]{30,50}&token=[\w%-]{30,60}", "Google Chat: webhooks"),
    Shape("a Zapier webhook", ("hooks.zapier.com",), r"https://hooks\.zapier\.com/hooks/catch/\d{5,10}/[a-z0-9]{6,10}", "Zapier: webhooks", 4),
    Shape("a Lark webhook", ("/bot/v2/hook/",), rf"https://open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/{_UUID}", "Lark: custom bots"),
    Shape("a DingTalk webhook", ("oapi.dingtalk.com",), r"https://oapi\.dingtalk\.com/robot/send\?access_token=[0-9a-f]{64}", "DingTalk: custom robots"),
    Shape("a WeCom webhook", ("qyapi.weixin.qq.com",), rf"https://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key={_UUID}", "WeCom: group robots"),
    Shape("a Telegram bot token", (":A",), r"\d{8,10}:A[\w-]{33,35}", "Telegram: bot API"),
    Shape("a SendGrid API key", ("SG.",), r"SG\.[\w-]{20,24}\.[\w-]{39,50}", "SendGrid: API keys"),
    Shape("a Mailgun API key", ("key-",), r"key-[0-9a-f]{32}", "Mailgun: API keys"),
    Shape("a Mailchimp API key", ("-us",), r"[0-9a-f]{32}-us\d{1,2}", "Mailchimp: API keys"),
    Shape("a Mailgun API key", ("-",), r"(?<!-)[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?!-)", "Mailgun: API keys"),
    Shape("a Brevo API key", ("xkeysib-", "xsmtpsib-"), r"x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}", "Brevo: API keys"),
    Shape("a Resend API key", ("re_",), r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}", "Resend: API keys", 12),
    Shape("a Mandrill API key", ("md-",), r"md-[A-Za-z0-9_-]{22}", "Mandrill: API keys", 14),
    Shape("a Twilio API key", ("SK",), r"SK[0-9a-f]{32}", "Twilio: API keys"),
    Shape("a Matrix token", ("syt_",), r"syt_[A-Za-z0-9+/=]{4,80}_[A-Za-z]{20}_[A-Za-z0-9]{6}", "Matrix: access tokens"),
    Shape("a Nostr private key", ("nsec1",), r"nsec1[a-z0-9]{58}", "Nostr: NIP-19"),
    # payments and shops
    Shape("a Stripe key", ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_org_"), r"(?:(?:sk|rk)_(?:live|test)|sk_org)_[A-Za-z0-9]{16,247}", "Stripe: API keys"),
    Shape("a Stripe webhook secret", ("whsec_",), r"whsec_[A-Za-z0-9+/]{24,88}={0,2}", "Stripe: webhook signatures; Standard Webhooks"),
    Shape("a Shopify token", ("shpat_", "shpca_", "shppa_", "shpss_", "shptka_"), r"shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{32}", "Shopify: access tokens"),
    Shape("a Square token", ("sq0atp-", "sq0csp-", "sq0idp-", "EAAA"), r"(?:sq0(?:atp-[\w-]{22}|csp-[\w-]{43})|EAAA[\w-]{60})", "Square: access tokens"),
    Shape("a PayPal token", ("access_token$",), r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}", "PayPal Braintree: access tokens"),
    Shape("a Plaid token", ("access-sandbox-", "access-development-", "access-production-"), rf"access-(?:sandbox|development|production)-{_UUID}", "Plaid: access tokens"),
    Shape("a Flutterwave key", ("FLWSECK",), r"FLWSECK(?:_TEST)?-[0-9A-Za-z]{12,36}-X", "Flutterwave: API keys", 6),
    Shape("a Paddle API key", ("pdl_",), r"pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}", "Paddle: API keys"),
    Shape("an EasyPost API key", ("EZAK", "EZTK"), r"EZ[AT]K[A-Za-z0-9]{54}", "EasyPost: API keys"),
    Shape("a Shippo token", ("shippo_",), r"shippo_(?:live|test)_[0-9a-f]{40}", "Shippo: API tokens"),
    Shape("a Duffel token", ("duffel_",), r"duffel_(?:live|test)_[\w=-]{43}", "Duffel: API tokens"),
    # work tools
    Shape("a Linear API key", ("lin_api_", "lin_oauth_"), r"lin_(?:api|oauth)_[A-Za-z0-9]{40,64}", "Linear: API keys"),
    Shape("a Notion token", ("ntn_", "secret_"), r"(?:ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43})", "Notion: integration tokens"),
    Shape("an Airtable token", ("pat",), r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}", "Airtable: personal access tokens"),
    Shape("a Figma token", ("figd_", "figdr_", "figoh_", "figu_"), r"fig(?:dr?|oh|u)_[\w-]{38,48}", "Figma: personal access tokens"),
    Shape("a Contentful token", ("CFPAT-",), r"CFPAT-[\w-]{43}", "Contentful: personal access tokens"),
    Shape("a ClickUp token", ("pk_",), r"pk_\d{5,10}_[A-Z0-9]{32}", "ClickUp: personal tokens"),
    Shape("a Typeform token", ("tfp_",), r"tfp_[\w-]{40,70}", "Typeform: personal access tokens"),
    Shape("a HubSpot token", ("pat-",), rf"pat-(?:na|eu|ap)\d-{_UUID}", "HubSpot: private apps"),
    Shape("a Frame.io token", ("fio-u-",), r"fio-u-[\w=-]{64}", "Frame.io: developer tokens"),
    Shape("a Dropbox token", ("sl.",), r"sl\.(?:u\.)?[\w-]{120,1400}", "Dropbox: access tokens"),
    Shape("an Adobe client secret", ("p8e-",), r"p8e-[\w-]{32}", "Adobe: OAuth credentials"),
    Shape("a LinkedIn secret", ("WPL_AP",), r"WPL_AP\d\.[\w-]{16}\.[\w=+/-]{4,12}", "LinkedIn: client secrets"),
    Shape("a Twitter bearer token", ("AAAAAAAAAAAAAAAAAAAAA",), r"A{21}[A-Za-z0-9%]{60,120}", "X: bearer tokens"),
    Shape("a Facebook access token", ("EAA",), r"EAA[A-Za-z0-9]{90,300}", "Meta: access tokens", 16),
    # watching
    Shape("a New Relic key", ("NRAK-", "NRII-", "NRRA-"), r"NR(?:AK-[A-Z0-9]{27}|II-[\w-]{32}|RA-[0-9a-f]{42})", "New Relic: API keys"),
    Shape("a New Relic key", ("NRAL",), r"[0-9a-f]{36}NRAL", "New Relic: license keys"),
    Shape("a Grafana token", ("glsa_", "glc_"), r"(?:glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{40,400}={0,3})", "Grafana: service accounts"),
    Shape("a Sentry token", ("sntrys_", "sntryu_"), r"(?:sntrys_eyJ[A-Za-z0-9+/]{80,400}={0,2}_[A-Za-z0-9+/]{43}|sntryu_[0-9a-f]{64})", "Sentry: auth tokens"),
    Shape("a Dynatrace token", ("dt0c01.", "dt0s"), r"dt0(?:c01|s\d\d)\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}", "Dynatrace: token format"),
    Shape("a Honeycomb key", ("hcaik_", "hcxik_", "hcamk_"), r"hc(?:ai|xi|am)k_[a-z0-9]{32,90}", "Honeycomb: API keys"),
    Shape("a PostHog personal key", ("phx_",), r"phx_[A-Za-z0-9]{40,56}", "PostHog: personal API keys"),
    Shape("a Datadog key", ("ddapp_",), r"ddapp_[A-Za-z0-9]{34}", "Datadog: application keys"),
    Shape("a Mapbox secret token", ("sk.eyJ",), r"sk\.eyJ[\w-]{60,120}\.[\w-]{20,30}", "Mapbox: access tokens"),
    # keys
    Shape("an age private key", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1[A-Z0-9]{58}", "age: file encryption"),
    Shape("a Django secret key", ("django-insecure-",), r"django-insecure-[a-z0-9!@#$%^&*(_=+)-]{50}", "Django: startproject"),
    # what other services make in the same way
    Shape("an API key", ("sk-", "sk_"), r"sk[-_][A-Za-z0-9][\w-]{30,250}", "OpenAI-compatible services: DeepSeek, Qwen, Moonshot, ElevenLabs, Helicone", 12),
)  # fmt: skip
