import { randomBytes } from 'node:crypto'
import { Refused } from '../../api-client.ts'
import { command, type Command } from '../command.ts'
import { askForSecret, PASSWORD_MUST_BE_CHANGED } from '../credentials.ts'
import { FAILED, Failure, USED_WRONGLY } from '../failure.ts'
import { findUser, MEMBER, ROLE_NAMES, roleName, roleOf, userTable, type User } from '../people.ts'

type Rights = { can_create_users: boolean; can_change_user_emails: boolean }

const YES_OR_NO: Record<string, boolean> = { yes: true, no: false }

function answerOf(option: string, answer: string | undefined) {
  if (answer === undefined) return undefined
  if (!Object.hasOwn(YES_OR_NO, answer)) throw new Failure(`--${option} is yes or no.`, USED_WRONGLY)
  return YES_OR_NO[answer]
}

export const userCommands: Command[] = [
  command({
    name: 'users list',
    summary: 'Lists the users and bots.',
    options: { role: { summary: 'only users with this role' } },
    async run({ ask, options }) {
      const role = options.role === undefined ? undefined : roleOf(options.role)
      const { members } = await ask<{ members: User[] }>('GET /users')
      return members.filter((user) => role === undefined || (user.role === role && !user.is_bot))
    },
    print: userTable,
  }),
  command({
    name: 'users show',
    operands: ['id-or-email'],
    summary: 'Shows a user.',
    run: ({ ask, operands: [user] }) => findUser(ask, user),
    print: (user) => userTable([user]),
  }),
  command({
    name: 'users create',
    operands: ['email', 'full-name'],
    summary:
      'Creates an account, and prints its password. For administrators who may create accounts: users rights grants it.',
    options: {
      role: { summary: `${ROLE_NAMES} (default: member)` },
      'ask-password': {
        type: 'boolean',
        summary: 'asks for the password, or reads it from the input, and does not print it',
      },
    },
    async run({ ask, options, operands: [email, full_name] }) {
      const role = roleOf(options.role ?? 'member')
      const password = options['ask-password']
        ? await askForSecret(`Password of ${email}: `)
        : randomBytes(12).toString('base64url')
      const { user_id } = await ask<{ user_id: number }>('POST /users', { email, full_name, password })
      const created = { user_id, email, ...(options['ask-password'] ? {} : { password }) }
      if (role === MEMBER) return { ...created, role, refused: undefined }
      try {
        await ask(`PATCH /users/${user_id}`, { role })
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        // The account exists, so its password is printed.
        return { ...created, role: MEMBER, refused: error.message }
      }
      return { ...created, role, refused: undefined }
    },
    print: ({ user_id, email, password, role, refused }) => `User ${user_id}, ${roleName(role)}

  Email     ${email}${password === undefined ? '' : `\n  Password  ${password}\n\n${PASSWORD_MUST_BE_CHANGED}`}${
    refused === undefined ? '' : `\n\nThe role was not changed. ${refused}`
  }`,
    statusOf: ({ refused }) => (refused === undefined ? 0 : FAILED),
  }),
  command({
    name: 'users invite',
    operands: ['email…'],
    summary: 'Invites people by email.',
    options: { role: { summary: `${ROLE_NAMES} (default: member)` } },
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
  }),
  command({
    name: 'users role',
    operands: ['id-or-email', 'role'],
    summary: `Changes the role of a user: ${ROLE_NAMES}.`,
    async run({ ask, operands: [who, name] }) {
      const role = roleOf(name)
      const { user_id } = await findUser(ask, who)
      await ask(`PATCH /users/${user_id}`, { role })
      return { user_id, role }
    },
    print: ({ user_id, role }) => `User ${user_id} is ${roleName(role)} now.`,
  }),
  changeUser('deactivate', 'Deactivates a user.', (user_id) => `DELETE /users/${user_id}`),
  changeUser('reactivate', 'Reactivates a user.', (user_id) => `POST /users/${user_id}/reactivate`),
  command({
    name: 'users logout',
    operands: ['id-or-email'],
    summary: 'Ends all sessions of a user. Browsers are logged out.',
    async run({ ask, operands: [who] }) {
      const { user_id } = await findUser(ask, who)
      await ask(`DELETE /parley/users/${user_id}/sessions`)
      return { user_id }
    },
    print: ({ user_id }) => `User ${user_id} is logged out.`,
  }),
  command({
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
      const { can_create_users, can_change_user_emails } = await ask<Rights>('POST /realm/rights', {
        email,
        ...Object.fromEntries(given),
      })
      return { email, can_create_users, can_change_user_emails }
    },
    print: ({ email, can_create_users, can_change_user_emails }) => `${email}
  may create accounts:         ${can_create_users ? 'yes' : 'no'}
  may change email addresses:  ${can_change_user_emails ? 'yes' : 'no'}`,
  }),
]

function changeUser(verb: string, summary: string, requestFor: (user_id: number) => string): Command {
  return command({
    name: `users ${verb}`,
    operands: ['id-or-email'],
    summary,
    async run({ ask, operands: [who] }) {
      const { user_id } = await findUser(ask, who)
      await ask(requestFor(user_id))
      return { user_id }
    },
    print: ({ user_id }) => `User ${user_id} is ${verb}d.`,
  })
}
