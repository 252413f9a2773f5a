import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { askForm, type FormAnswer } from '../bouncer.ts'
import { command, type Command } from '../command.ts'
import type { Ask } from '../../api-client.ts'
import { Failure, FAILED, USED_WRONGLY } from '../failure.ts'

const OFFICIAL = 'https://push.zulipchat.com'
const KEY_LENGTH = 64
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const CONSENT = `This registers your server with the push service of Zulip's official phone apps, which Kandra Labs runs.
It receives the host name and your email address. Of each organization with phones it receives the name, the address, how many
people have each role, and the tokens of the phones. Notifications are encrypted, except for apps that cannot decrypt.

Read the terms at https://zulip.com/policies/terms, and repeat the command with --agree.`

type Registered = { organization: string; key: string; bouncer: string; hostname: string }

export const pushCommands: Command[] = [
  command({
    name: 'push register',
    operands: ['contact-email'],
    summary:
      'Registers the server with the push service of the official phone apps. --url is any host of the deployment.',
    needs: 'deployment',
    options: {
      agree: { summary: 'you agree to the terms of the push service', type: 'boolean' },
      hostname: { summary: 'the host name to register (default: that of --url)' },
      bouncer: { summary: `another push service (default: ${OFFICIAL})` },
    },
    async run({ ask, url, options, operands: [contact_email] }): Promise<Registered> {
      if (options.agree !== true) throw new Failure(CONSENT, USED_WRONGLY)
      const hostname = options.hostname ?? new URL(url).host
      const bouncer = options.bouncer ?? OFFICIAL
      const { PUSH_BOUNCER_ORGANIZATION, PUSH_BOUNCER_KEY } = process.env
      const organization = PUSH_BOUNCER_ORGANIZATION ?? randomUUID()
      const key = PUSH_BOUNCER_KEY ?? newKey()
      const fields = { zulip_org_id: organization, zulip_org_key: key, hostname, contact_email }
      const answer = await askForm(bouncer, 'server/register', fields)
      if (answer.result === 'success') return { organization, key, bouncer, hostname }
      if (answer.code !== 'HOSTNAME_ALREADY_IN_USE_BOUNCER_ERROR') throw failureOf(answer)
      return { ...(await takeOver(ask, bouncer, hostname)), bouncer, hostname }
    },
    print: ({ organization, key, bouncer, hostname }) => `${hostname} is registered. Write this into wrangler.toml:

  PUSH_BOUNCER_URL = "${bouncer}"
  PUSH_BOUNCER_ORGANIZATION = "${organization}"

Store the key, and keep a copy where you keep your passwords. Then deploy.

  echo ${key} | npx wrangler secret put PUSH_BOUNCER_KEY
  npm run deploy`,
  }),
]

/** An earlier registration has the host name. The push service asks this host for a secret, and makes a new key. */
async function takeOver(ask: Ask, bouncer: string, hostname: string) {
  const begun = await askForm(bouncer, 'server/register/transfer', { hostname })
  if (begun.verification_secret === undefined) throw failureOf(begun)
  const access_token = randomBytes(32).toString('base64url')
  await ask('POST /parley/push/verification', { access_token, verification_secret: begun.verification_secret })
  const { zulip_org_id, zulip_org_key, ...answer } = await askForm(bouncer, 'server/register/verify_challenge', {
    hostname,
    access_token,
  })
  if (zulip_org_id === undefined || zulip_org_key === undefined) throw failureOf(answer)
  return { organization: zulip_org_id, key: zulip_org_key }
}

const failureOf = ({ msg }: FormAnswer) => new Failure(`The push service refused: ${msg}`, FAILED)

const newKey = () => Array.from({ length: KEY_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
