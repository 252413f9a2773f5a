import { readFileSync } from 'node:fs'
import process from 'node:process'
import { askAt, type Fields } from '../../api-client.ts'
import { command, type Command } from '../command.ts'
import { askForSecret, writeZuliprc, zuliprcFile } from '../credentials.ts'
import { Failure, USED_WRONGLY } from '../failure.ts'
import type { User } from '../people.ts'

export const accountCommands: Command[] = [
  command({
    name: 'login',
    operands: ['email'],
    summary: 'Logs in with a password, and writes the API key into the zuliprc.',
    needs: 'nothing',
    async run({ url, options, operands: [email] }) {
      if (url === undefined) throw new Failure('Give the address of the realm with --url.', USED_WRONGLY)
      const password = await askForSecret(`Password of ${email}: `)
      const { api_key } = await askAt(url)<{ api_key: string }>('POST /fetch_api_key', { username: email, password })
      const file = zuliprcFile(options)
      writeZuliprc(file, { email, key: api_key, site: url })
      return { email, site: url, zuliprc: file }
    },
    print: ({ email, site, zuliprc }) => `${email} is logged in at ${site}. The API key is in ${zuliprc}.`,
  }),
  command({
    name: 'me',
    summary: 'Shows your own account.',
    run: ({ ask }) => ask<User>('GET /users/me'),
    print: ({ full_name, email, role, user_id }) => `${full_name} <${email}>, id ${user_id}, role ${role}`,
  }),
  command({
    name: 'keys renew',
    summary: 'Replaces your own API keys by a new one, and writes it into the zuliprc. All old keys stop working.',
    async run({ ask, url, email = '', options }) {
      const { api_key } = await ask<{ api_key: string }>('POST /users/me/api_key/regenerate')
      const file = zuliprcFile(options)
      writeZuliprc(file, { email, key: api_key, site: url })
      return { email, site: url, zuliprc: file }
    },
    print: ({ email, zuliprc }) => `The new API key of ${email} is in ${zuliprc}.`,
  }),
  command({
    name: 'api',
    operands: ['method', 'path', 'field=value…'],
    summary: 'Sends any request of the API, such as: api POST /users/me/status status_text=Lunch',
    options: {
      input: { type: 'boolean', summary: 'reads more fields from the input, as a JSON object: for secrets' },
    },
    run: ({ ask, options, operands: [method, path, ...fields] }) =>
      ask<unknown>(`${method.toUpperCase()} ${path.startsWith('/') ? path : `/${path}`}`, {
        ...Object.fromEntries(fields.map(fieldOf)),
        ...(options.input ? fieldsOfInput() : {}),
      }),
  }),
]

function fieldsOfInput(): Fields {
  try {
    const fields = JSON.parse(readFileSync(process.stdin.fd, 'utf8'))
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields
  } catch {
    // The text of the error contains the input.
  }
  throw new Failure('The input is no JSON object.', USED_WRONGLY)
}

function fieldOf(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  if (at < 1) throw new Failure(`${text} is not a field: write name=value`, USED_WRONGLY)
  return [text.slice(0, at), text.slice(at + 1)]
}
