import { randomBytes } from 'node:crypto'
import type { Ask } from '../../api-client.ts'
import { command, type Command } from '../command.ts'
import { PASSWORD_MUST_BE_CHANGED } from '../credentials.ts'
import { Failure, USED_WRONGLY } from '../failure.ts'
import { dateOf, table } from '../table.ts'

type Realm = { name: string; url: string; messages: number | null; saved_at: number | null }
type NewRealm = { realm: string; realm_url: string; email: string; api_key: string }
/** What everyone can see. */
type ServerSettings = { realm_name: string; realm_url: string; zulip_version: string; zulip_feature_level: number }

/** Returns all realms of the deployment, page after page. */
async function allRealms(ask: Ask) {
  const realms: Realm[] = []
  let after: string | null = ''
  do {
    const page: { realms: Realm[]; next: string | null } = await ask('GET /parley/realms', { after })
    realms.push(...page.realms)
    after = page.next
  } while (after !== null)
  return realms
}

/** The kinds of organizations, with the codes of `org_type`. */
const KINDS: Record<string, number> = {
  unspecified: 0,
  business: 10,
  'open-source': 20,
  'education-nonprofit': 30,
  education: 35,
  research: 40,
  event: 50,
  nonprofit: 60,
  government: 70,
  'political-group': 80,
  community: 90,
  personal: 100,
  other: 1000,
}

export const realmCommands: Command[] = [
  command({
    name: 'realms create',
    operands: ['name', 'owner-email'],
    summary: 'Creates a realm, and prints the login of its owner.',
    needs: 'deployment',
    options: {
      'full-name': { summary: 'the displayed name (default: the name)' },
      'owner-name': { summary: "the owner's displayed name (default: the part before the @)" },
      kind: {
        summary: `what kind of organization, which decides its first channels: ${Object.keys(KINDS).join(', ')}`,
      },
      language: { summary: 'the language of its first channels and of new users, such as de (default: en)' },
      empty: { type: 'boolean', summary: 'creates no channels: for an import, or for channels of your own' },
      jurisdiction: { summary: 'eu or fedramp: where the realm is stored, permanently' },
      'location-hint': { summary: 'wnam, enam, sam, weur, eeur, apac, oc, afr or me; not with a jurisdiction' },
    },
    async run({ ask, options, operands: [name, owner_email] }) {
      const { kind = 'unspecified' } = options
      const org_type = KINDS[kind]
      if (org_type === undefined) throw new Failure(`--kind is one of ${Object.keys(KINDS).join(', ')}.`, USED_WRONGLY)
      const password = randomBytes(12).toString('base64url')
      const fields = {
        name,
        full_name: options['full-name'],
        owner_email,
        owner_full_name: options['owner-name'] ?? owner_email.split('@')[0],
        owner_password: password,
        org_type,
        default_language: options.language,
        first_channels: options.empty !== true,
        jurisdiction: options.jurisdiction,
        location_hint: options['location-hint'],
      }
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      const { realm, realm_url, email, api_key } = await ask<NewRealm>('POST /realms', given)
      return { realm, realm_url, email, password, api_key }
    },
    print: ({ realm, realm_url, email, password, api_key }) => `The realm ${realm} is at ${realm_url}

  Owner     ${email}
  Password  ${password}
  API key   ${api_key}

${PASSWORD_MUST_BE_CHANGED}`,
  }),
  command({
    name: 'realms list',
    summary: 'Lists the realms of the deployment. --url is any host of it.',
    needs: 'deployment',
    run: ({ ask }) => allRealms(ask),
    print: (realms) =>
      table(realms, {
        NAME: ({ name }) => name,
        ADDRESS: ({ url }) => url,
        MESSAGES: ({ messages }) => messages ?? '',
        ACTIVE: ({ saved_at }) => (saved_at === null ? '' : dateOf(saved_at)),
      }),
  }),
  command({
    name: 'realms rename',
    operands: ['displayed-name'],
    summary:
      'Changes the displayed name of your own realm. Its name in the address stays: a copy in a new realm changes that.',
    async run({ ask, url, operands: [name] }) {
      await ask('PATCH /realm', { name })
      return { url, name }
    },
    print: ({ url, name }) => `${url} is called ${name} now.`,
  }),
  command({
    name: 'realms show',
    summary: 'Shows what everyone can see of a realm: its name, its address and its version.',
    needs: 'nothing',
    run: ({ ask }) => ask<ServerSettings>('GET /server_settings'),
    print: ({ realm_name, realm_url, zulip_version, zulip_feature_level }) =>
      `${realm_name} at ${realm_url}, version ${zulip_version}, feature level ${zulip_feature_level}`,
  }),
  command({
    name: 'realms close',
    summary: 'Closes your own realm: its users cannot use it any more. All data stays.',
    run: async ({ ask, url }) => {
      await ask('POST /realm/deactivate')
      return { closed: url }
    },
    print: ({ closed }) => `${closed} is closed. realms reopen opens it again.`,
  }),
  command({
    name: 'realms erase',
    operands: ['displayed-name'],
    summary:
      'Closes a realm, and erases it in 30 days. Its displayed name confirms which one. realms reopen cancels this.',
    needs: 'deployment',
    run: async ({ ask, url, operands: [name] }) => {
      const { erase_at } = await ask<{ erase_at: number }>('POST /realm/erase', { name })
      return { erases: url, at: new Date(erase_at * 1000).toISOString() }
    },
    print: ({ erases, at }) => `${erases} is closed, and will be erased on ${at}. realms reopen cancels this.`,
  }),
  command({
    name: 'realms reopen',
    summary: 'Opens a closed realm again, with all its data.',
    needs: 'deployment',
    run: async ({ ask, url }) => {
      await ask('POST /realm/reactivate')
      return { reopened: url }
    },
    print: ({ reopened }) => `${reopened} is open.`,
  }),
]
