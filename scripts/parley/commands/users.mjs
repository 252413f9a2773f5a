import { Failure, USED_WRONGLY } from '../failure.mjs'
import { table } from '../table.mjs'

const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 }
const roleName = (role) => Object.keys(ROLES).find((name) => ROLES[name] === role) ?? String(role)

function roleOf(name) {
  if (ROLES[name] === undefined) throw new Failure(`A role is one of ${Object.keys(ROLES).join(', ')}.`, USED_WRONGLY)
  return ROLES[name]
}

/** Returns the user with this id or email address. */
async function findUser(ask, idOrEmail) {
  const path = /^\d+$/.test(idOrEmail) ? idOrEmail : encodeURIComponent(idOrEmail)
  return (await ask(`GET /users/${path}`)).user
}

function idOf(text) {
  if (!/^\d+$/.test(text))
    throw new Failure(`${text} is not the number of a bot. List them with: bots list`, USED_WRONGLY)
  return text
}

const YES_OR_NO = { yes: true, no: false }

function answerOf(option, answer) {
  if (answer !== undefined && YES_OR_NO[answer] === undefined)
    throw new Failure(`--${option} is yes or no.`, USED_WRONGLY)
  return YES_OR_NO[answer]
}

const userTable = (users) =>
  table(users, {
    ID: ({ user_id }) => user_id,
    NAME: ({ full_name }) => full_name,
    EMAIL: ({ delivery_email, email }) => delivery_email ?? email,
    ROLE: ({ role, is_bot }) => (is_bot ? 'bot' : roleName(role)),
    STATE: ({ is_active }) => (is_active ? '' : 'deactivated'),
  })

export const userCommands = [
  {
    name: 'users list',
    summary: 'Lists the users and bots.',
    options: { role: { summary: 'only users with this role' } },
    async run({ ask, options }) {
      const role = options.role === undefined ? undefined : roleOf(options.role)
      const { members } = await ask('GET /users')
      return members.filter((user) => role === undefined || (user.role === role && !user.is_bot))
    },
    print: userTable,
  },
  {
    name: 'users show',
    operands: ['id-or-email'],
    summary: 'Shows a user.',
    run: ({ ask, operands: [user] }) => findUser(ask, user),
    print: (user) => userTable([user]),
  },
  {
    name: 'users invite',
    operands: ['email…'],
    summary: 'Invites people by email.',
    options: { role: { summary: `${Object.keys(ROLES).join(', ')} (default: member)` } },
    async run({ ask, options, operands }) {
      if (operands.length === 0) throw new Failure('Give at least one email address.', USED_WRONGLY)
      const invite_as = roleOf(options.role ?? 'member')
      const fields = {
        invitee_emails: operands.join(','),
        invite_as,
        stream_ids: [],
        include_realm_default_subscriptions: true,
      }
      await ask('POST /invites', fields)
      return { invited: operands }
    },
    print: ({ invited }) => `Invited ${invited.join(', ')}.`,
  },
  {
    name: 'users role',
    operands: ['id-or-email', 'role'],
    summary: `Changes the role of a user: ${Object.keys(ROLES).join(', ')}.`,
    async run({ ask, operands: [who, name] }) {
      const role = roleOf(name)
      const { user_id } = await findUser(ask, who)
      await ask(`PATCH /users/${user_id}`, { role })
      return { user_id, role }
    },
    print: ({ user_id, role }) => `User ${user_id} is ${roleName(role)} now.`,
  },
  ...[
    ['deactivate', 'DELETE', ''],
    ['reactivate', 'POST', '/reactivate'],
  ].map(([verb, method, end]) => ({
    name: `users ${verb}`,
    operands: ['id-or-email'],
    summary: `${verb === 'deactivate' ? 'Deactivates' : 'Reactivates'} a user.`,
    async run({ ask, operands: [who] }) {
      const { user_id } = await findUser(ask, who)
      await ask(`${method} /users/${user_id}${end}`)
      return { user_id }
    },
    print: ({ user_id }) => `User ${user_id} is ${verb}d.`,
  })),
  {
    name: 'users logout',
    operands: ['id-or-email'],
    summary: 'Ends all sessions of a user. Browsers are logged out.',
    async run({ ask, operands: [who] }) {
      const { user_id } = await findUser(ask, who)
      await ask(`DELETE /parley/users/${user_id}/sessions`)
      return { user_id }
    },
    print: ({ user_id }) => `User ${user_id} is logged out.`,
  },
  {
    name: 'users rights',
    operands: ['email'],
    summary: 'Grants an administrator rights beyond the role, or revokes them.',
    needs: 'deployment',
    options: {
      'create-users': { summary: 'yes or no: may create accounts (POST /users)' },
      'change-emails': { summary: "yes or no: may change other accounts' email addresses" },
    },
    async run({ ask, options, operands: [email] }) {
      const rights = {
        can_create_users: answerOf('create-users', options['create-users']),
        can_change_user_emails: answerOf('change-emails', options['change-emails']),
      }
      const given = Object.entries(rights).filter(([, answer]) => answer !== undefined)
      if (given.length === 0) throw new Failure('Give --create-users or --change-emails.', USED_WRONGLY)
      const { can_create_users, can_change_user_emails } = await ask('POST /realm/rights', {
        email,
        ...Object.fromEntries(given),
      })
      return { email, can_create_users, can_change_user_emails }
    },
    print: ({ email, can_create_users, can_change_user_emails }) => `${email}
  may create accounts:         ${can_create_users ? 'yes' : 'no'}
  may change email addresses:  ${can_change_user_emails ? 'yes' : 'no'}`,
  },
  {
    name: 'bots list',
    summary: 'Lists your own bots.',
    // GET /bots has their settings, and no ids.
    async run({ ask }) {
      const [{ bots }, { members }] = await Promise.all([ask('GET /bots'), ask('GET /users')])
      const idOf = (username) => members.find(({ is_bot, email }) => is_bot && email === username)?.user_id
      return bots.map((bot) => ({ user_id: idOf(bot.username), ...bot }))
    },
    print: (bots) =>
      table(bots, {
        ID: ({ user_id }) => user_id,
        NAME: ({ full_name }) => full_name,
        EMAIL: ({ username }) => username,
      }),
  },
  {
    name: 'bots create',
    operands: ['short-name', 'full-name'],
    summary: 'Creates a bot, and prints its API key.',
    run: ({ ask, operands: [short_name, full_name] }) => ask('POST /bots', { short_name, full_name }),
    print: ({ user_id, api_key }) => `Bot ${user_id}, API key ${api_key}`,
  },
  {
    name: 'bots renew-key',
    operands: ['id'],
    summary: 'Replaces the API key of a bot, and prints the new one. The old key stops working.',
    async run({ ask, operands: [id] }) {
      const { api_key } = await ask(`POST /bots/${idOf(id)}/api_key/regenerate`)
      return { user_id: Number(id), api_key }
    },
    print: ({ user_id, api_key }) => `Bot ${user_id}, API key ${api_key}`,
  },
  {
    name: 'bots deactivate',
    operands: ['id'],
    summary: 'Deactivates a bot.',
    async run({ ask, operands: [id] }) {
      await ask(`DELETE /bots/${idOf(id)}`)
      return { user_id: Number(id) }
    },
    print: ({ user_id }) => `Bot ${user_id} is deactivated.`,
  },
]
