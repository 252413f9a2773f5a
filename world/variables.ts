/** The variables of the deployment, beside those of a program. */
export const VARIABLES = {
  DEVELOPMENT: 'true',
  DEPLOYMENT_SECRET: 'the deployment secret',
  MAIL_GATEWAY: 'in.parley.test',
  MAIL_FROM: 'chat@parley.test',
  METRICS_TOKEN: 'the token for metrics',
  ENCRYPTION_SECRET: 'an encryption secret of many characters',
  PASSWORD_COST: '16',
  OUTSIDE_REQUESTS_OFF: 'breached_passwords',
  WEB_PUBLIC_STREAMS_ENABLED: 'true',
  VENDOR_ALIAS: 'zulip',
  RATE_LIMIT_BY_USER: '',
  RATE_LIMIT_BY_ADDRESS: '',
}
