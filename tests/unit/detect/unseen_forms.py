"""Forms in which people write secrets down, apart from those that the patterns were made from: `{p}` is a password,
`{t}` a random token, `{h}` a random number in hexadecimal digits.
"""

from __future__ import annotations

# The value is surely a secret, and its span is the value.
FORMS = r"""
sshpass -p{p} ssh ops@bastion
SSHPASS={p} sshpass -e ssh ops@bastion
sshpass -p "{p}" scp a b:
mysql -h db -u app -p{p} shop < dump.sql
mysqldump --user=app --password={p} shop
MYSQL_PWD={p} mysql -u app
mariadb -uroot -p'{p}'
PGPASSWORD={p} psql -h db -U app
psql "host=db user=app password={p} dbname=shop"
psql postgresql://app:{p}@db.acme.test/shop
`psql postgres://app:{p}@localhost/shop`
redis-cli -a {p} ping
redis-cli -u redis://default:{p}@cache:6379
mongosh "mongodb://root:{p}@mongo:27017/admin"
mongodump -u root -p {p} --out x
cqlsh -u cassandra -p {p}
clickhouse-client --user default --password {p}
sqlcmd -S db -U sa -P '{p}' -C
curl -u ops:{p} https://es.acme.test
curl --user "ops:{p}" https://es.acme.test
curl -sSu ops:{p} https://es.acme.test
http -a ops:{p} GET https://api.acme.test
wget --user=ops --password={p} https://x.test/a
wget --http-password={p} https://x.test/a
docker login -u bot -p {p} registry.acme.test
echo {p} | docker login -u bot --password-stdin
podman login --username bot --password {p} quay.io
helm registry login -u bot --password {p} oci.acme.test
az login --service-principal -u app -p {p} --tenant t
ldapsearch -x -D cn=admin -w {p} -b dc=acme
smbclient //nas/share -U backup%{p}
mount -t cifs //nas/share /mnt -o username=backup,password={p}
net use Z: //nas/share /user:backup {p}
net user bob {p} /add
xfreerdp /u:bob /p:{p} /v:host
plink -ssh -pw {p} ops@host
evil-winrm -i 10.0.0.4 -u bob -p {p}
ipmitool -H bmc -U root -P {p} power status
mosquitto_pub -h mq -u dev -P {p} -t x
echo 'deploy:{p}' | chpasswd
echo "{p}" | sudo -S systemctl restart app
htpasswd -nb ops {p}
openssl enc -aes-256-cbc -k {p} -in a
openssl pkcs12 -export -passout pass:{p}
keytool -storepass {p} -keystore a.jks
java -Djavax.net.ssl.keyStorePassword={p} -jar app.jar
gpg --batch --passphrase {p} -d a.gpg
ssh-keygen -t ed25519 -N '{p}' -f k
zip -P {p} out.zip a
7z x -p{p} a.7z
unzip -P {p} a.zip
rabbitmqctl add_user app {p}
rabbitmqctl change_password app {p}
nmcli dev wifi connect Office password {p}
wpa_passphrase Office {p}
kubectl create secret generic db --from-literal=password={p}
ansible all -e "ansible_become_pass={p}"
ansible_ssh_pass={p}
vault kv put secret/db password={p}
git clone https://ci:{p}@git.acme.test/app.git
pip install --index-url https://ci:{p}@pypi.acme.test/simple x
RESTIC_PASSWORD={p} restic snapshots
borg: BORG_PASSPHRASE='{p}'
CREATE USER app IDENTIFIED BY '{p}';
CREATE ROLE app LOGIN PASSWORD '{p}';
ALTER USER postgres WITH PASSWORD '{p}';
ALTER USER postgres PASSWORD '{p}'
GRANT ALL ON shop.* TO 'app'@'%' IDENTIFIED BY '{p}'
SET PASSWORD FOR 'root'@'localhost' = PASSWORD('{p}');
db.createUser({{user: "app", pwd: "{p}", roles: []}})
requirepass {p}
masterauth {p}
machine git.acme.test login ci password {p}
machine git.acme.test\n  login ci\n  password {p}
db.acme.test:5432:*:app:{p}
*:*:*:app:{p}
[client]\nuser=app\npassword={p}
spring.datasource.password={p}
spring:\n  datasource:\n    password: {p}
"password": "{p}",
'password' => '{p}',
password => "{p}"
<add key="Password" value="{p}" />
<password>{p}</password>
Server=db;Database=shop;User Id=app;Password={p};Encrypt=true
Data Source=db;uid=app;pwd={p}
jdbc:mysql://db:3306/shop?user=app&password={p}
jdbc:sqlserver://db:1433;user=sa;password={p};
amqp://svc:{p}@mq.acme.test:5672/%2f
smtp://mailer:{p}@smtp.acme.test:587
ftp://upload:{p}@ftp.acme.test/in
https://admin:{p}@grafana.acme.test/
socks5://u1:{p}@proxy.acme.test:1080
ldap://cn=admin:{p}@ldap.acme.test
sftp://ops:{p}@10.1.2.3
rtsp://admin:{p}@192.168.1.20:554/stream1
$env:DB_PASSWORD = "{p}"
set DB_PASSWORD={p}
setx DB_PASSWORD "{p}"
ENV DB_PASSWORD={p}
- DB_PASSWORD={p}
DB_PASSWORD: "{p}" # compose
environment: {{ MYSQL_ROOT_PASSWORD: {p} }}
db_password = "{p}"
variable db_pass = {p}
ConvertTo-SecureString "{p}" -AsPlainText -Force
| host | user | password |\n|---|---|---|\n| db | app | {p} |
| Password | `{p}` | rotate |
user: app / password: {p}
User: app, Pass: {p}
u: app p: {p}
username=app password={p}
login app, password {p}
login: app\npassword: {p}
Login: admin / {p}
admin / {p}
admin/{p}
root:{p}@10.2.3.4
ssh root@10.2.3.4 (password: {p})
ssh root@10.2.3.4 pw {p}
ssh root@10.2.3.4 / {p}
creds: admin:{p}
credentials are admin:{p}
Credentials: admin / {p}
test account: qa@acme.test / {p}
qa@acme.test:{p}
default login is admin:{p}
密码：{p}
密码是{p}
密码为 `{p}`
密碼: {p}
数据库口令：{p}，不要外传
用户名：admin，密码：{p}
账号 admin 密码 {p}
root密码 {p}
登录密码：{p}。
mot de passe : {p}
mot de passe de la base : {p}
le mot de passe est {p}
mdp : {p}
contraseña: {p}
la contraseña de root es {p}
clave: {p}
пароль: {p}
пароль от админки: {p}
пароль — {p}
Passwort: {p}
Passwort für root: {p}
Das Passwort lautet {p}
Kennwort: {p}
senha: {p}
senha do banco: {p}
a senha é {p}
wachtwoord: {p}
wachtwoord is {p}
hasło: {p}
hasło do bazy: {p}
şifre: {p}
parola: {p}
password di root: {p}
パスワード: {p}
パスワードは {p} です
パスワードは「{p}」
비밀번호: {p}
비밀번호는 {p}
비번: {p}
lösenord: {p}
salasana: {p}
heslo: {p}
jelszó: {p}
mật khẩu: {p}
kata sandi: {p}
รหัสผ่าน: {p}
Authorization: Bearer {t}
Authorization: token {t}
Authorization: ApiKey {t}
authorization: "Bearer {t}"
PRIVATE-TOKEN: {t}
X-Auth-Token: {t}
X-Vault-Token: {t}
x-api-key: {t}
Ocp-Apim-Subscription-Key: {h}
DD-API-KEY: {h}
curl -H "PRIVATE-TOKEN: {t}" https://git.acme.test/api
curl https://api.acme.test/v1?apikey={t}
https://api.acme.test/data?access_token={t}&x=1
https://api.acme.test/hook?token={t}
https://api.acme.test/?key={t}
wss://ws.acme.test/?auth={t}
//registry.npmjs.org/:_authToken={t}
//npm.acme.test/:_password={t}
npm config set //npm.acme.test/:_authToken {t}
aws configure set aws_secret_access_key {t}
aws_secret_access_key = {t}
AWS_SECRET_ACCESS_KEY: {t}
"SecretAccessKey": "{t}"
secretAccessKey: '{t}',
OPENAI_API_KEY={t}
export GH_TOKEN={t}
client_secret={t}&grant_type=x
"clientSecret": "{t}"
client secret: {t}
consumer secret {t}
refresh_token: {t}
bot token = {t}
vault login {t}
heroku auth: token {t}
kubectl --token={t} get pods
doppler run --token {t}
ngrok config add-authtoken {t}
tailscale up --authkey {t}
cloudflared service install {t}
terraform login: token = "{t}"
RAILS_MASTER_KEY={h}
config/master.key: {h}
SECRET_KEY_BASE={h}{h}
APP_KEY=base64:{t}=
DJANGO_SECRET_KEY='{t}'
JWT_SECRET={t}
NEXTAUTH_SECRET="{t}"
SESSION_SECRET: {t}
ENCRYPTION_KEY={h}
WEBHOOK_SECRET={h}
private_key = "0x{h}{h}"
deployer private key 0x{h}{h}
PrivateKey = {t}abc=
PresharedKey = {t}abc=
psk="{p}"
wpa psk: {p}
令牌：{t}
密钥: {t}
token 是 {t}
API 密钥：{t}
токен: {t}
トークン: {t}
토큰: {t}
clé API : {t}
API-Schlüssel: {t}
chave de API: {t}
clave de API: {t}
chiave API: {t}
the key for the geocoder is {t}
geocoder key: {t}
Signing secret: `{t}`
tok: {t}
apiToken {t}
API_KEY for prod → {t}
service account key: {t}
sa-key={t}
""".strip().splitlines()
