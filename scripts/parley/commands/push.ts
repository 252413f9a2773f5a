import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { askForm, type FormAnswer, type Server } from '../bouncer.ts'
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

type Registered = Server & { bouncer: string; hostname: string }

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
      rotate: { summary: 'replaces the key of this registered server by a new one', type: 'boolean' },
    },
    async run({ ask, url, options, operands: [contact_email] }): Promise<Registered> {
      if (options.agree !== true) throw new Failure(CONSENT, USED_WRONGLY)
      const hostname = options.hostname ?? new URL(url).host
      const bouncer = options.bouncer ?? OFFICIAL
      const server = options.rotate === true ? registeredServer() : knownServer()
      const { organization = randomUUID(), key = newKey() } = server
      const fields = { zulip_org_id: organization, zulip_org_key: key, hostname, contact_email }
      const new_org_key = options.rotate === true ? newKey() : undefined
      const answer = await askForm(bouncer, 'server/register', { ...fields, ...(new_org_key && { new_org_key }) })
      if (answer.result === 'success') return { organization, key: new_org_key ?? key, bouncer, hostname }
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
  command({
    name: 'push leave',
    summary: 'Ends the registration of the server with the push service. Phones get no notifications any more.',
    needs: 'nothing',
    options: { bouncer: { summary: `another push service (default: ${OFFICIAL})` } },
    async run({ options: { bouncer = OFFICIAL } }) {
      const server = registeredServer()
      const answer = await askForm(bouncer, 'server/deactivate', {}, server)
      if (answer.result !== 'success') throw failureOf(answer)
      return { organization: server.organization }
    },
    print: ({ organization }) => `${organization} is not registered any more. Empty PUSH_BOUNCER_URL, and deploy.`,
  }),
]

/** The server that the variables of the deployment name. */
function knownServer(): Partial<Server> {
  const { PUSH_BOUNCER_ORGANIZATION: organization, PUSH_BOUNCER_KEY: key } = process.env
  return { ...(organization && { organization }), ...(key && { key }) }
}

function registeredServer(): Server {
  const { organization, key } = knownServer()
  if (organization === undefined || key === undefined) throw new Failure(UNKNOWN_SERVER, USED_WRONGLY)
  return { organization, key }
}

const UNKNOWN_SERVER = 'Set PUSH_BOUNCER_ORGANIZATION and PUSH_BOUNCER_KEY to those of the registered server.'

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
