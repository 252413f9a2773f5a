// `npm run grant-rights`: grants an account rights beyond its role, or revokes them, with the deployment's secret.

import { parseArgs } from 'node:util'
import { askWithSecret, Refused } from './api-client.mjs'

const USAGE = `npm run grant-rights -- --url https://acme.example.com --email ada@example.com --create-users yes

  --url            the realm's own address
  --secret         the deployment's DEPLOYMENT_SECRET; better in the environment variable of that name
  --email          the account: an administrator or owner of the realm
  --create-users   yes or no: may create accounts (POST /users)
  --change-emails  yes or no: may change other accounts' email addresses`

const text = { type: 'string' }
const { values: given } = parseArgs({
  options: {
    url: text,
    secret: text,
    email: text,
    'create-users': text,
    'change-emails': text,
    help: { type: 'boolean', short: 'h' },
  },
})

const secret = given.secret ?? process.env.DEPLOYMENT_SECRET
const answers = [given['create-users'], given['change-emails']].filter((answer) => answer !== undefined)
const isComplete = given.url && given.email && secret && answers.length > 0
if (given.help || !isComplete || answers.some((answer) => answer !== 'yes' && answer !== 'no')) {
  console.log(USAGE)
  process.exit(given.help ? 0 : 1)
}

const requested = { can_create_users: given['create-users'], can_change_user_emails: given['change-emails'] }
const rights = Object.entries(requested).flatMap(([name, answer]) =>
  answer === undefined ? [] : [[name, answer === 'yes']],
)

try {
  const fields = { email: given.email, ...Object.fromEntries(rights) }
  const holder = await askWithSecret(given.url.replace(/\/$/, ''), secret)('POST /realm/rights', fields)
  console.log(`${given.email}
  may create accounts:         ${holder.can_create_users ? 'yes' : 'no'}
  may change email addresses:  ${holder.can_change_user_emails ? 'yes' : 'no'}`)
} catch (error) {
  console.error(
    error instanceof Refused ? error.message : `${given.url} did not answer: ${error.cause?.message ?? error.message}`,
  )
  process.exitCode = 1
}
