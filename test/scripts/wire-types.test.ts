import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder, ROOT, startsServer, until } from './dev-process'

const TSC = join(ROOT, 'node_modules/.bin/tsc')
const OPTIONS = '--ignoreConfig --strict --noEmit --target es2024 --module nodenext --types'.split(' ')

/** A program that knows only the address of a server. A line with `// wrong` must not compile. */
const PROGRAM = `
import type { AnswerOf, Event, ParametersOf, Route, StateOf } from './types.d.ts'

const [url = '', authorization = ''] = process.argv.slice(2)

async function ask<Of extends Route>(route: Of, parameters: ParametersOf<Of>): Promise<AnswerOf<Of>> {
  const [method = '', path = ''] = route.split(' ')
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    fields.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const query = method === 'GET' ? '?' + fields.toString() : ''
  const init = { method, headers: { authorization }, ...(method === 'GET' ? {} : { body: fields }) }
  const response = await fetch(url + '/api/v1' + path + query, init)
  return await response.json()
}

type Own = StateOf<'message' | 'realm_user'>
const unread: keyof Own = 'unread_msgs' // wrong
const users: Own['realm_users'][number]['full_name'][] = []

function textOf(event: Event): string {
  switch (event.type) {
    case 'message':
      return event.message.type === 'stream' ? event.message.display_recipient : event.message.content
    case 'reaction':
      return event.op === 'add' ? event.emoji_name : String(event.message_id)
    case 'update_message':
      return event.message.content // wrong
    case 'mesage': // wrong
      return ''
    default:
      return event.type
  }
}

const { queue_id } = await ask('POST /register', { event_types: ['message'] })
const { id } = await ask('POST /messages', { type: 'channel', to: 'general', topic: 'lunch', content: 'Is there soup?' })
await ask('POST /messages', { type: 'chanel', to: 'general', content: 'Is there soup?' }) // wrong
await ask('POST /messages', { type: 'direct', to: [1], contents: 'Is there soup?' }) // wrong
await ask('POST /message', { type: 'direct', to: [1], content: 'Is there soup?' }) // wrong
const { messages } = await ask('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0 })
messages[0]?.contents // wrong
const [newest] = messages
const { events } = await ask('GET /events', { queue_id: queue_id ?? '', last_event_id: -1 })
console.log(JSON.stringify({ isNewest: newest?.id === id, sent: events.map(textOf), users }))
`

const isWrong = (line: string) => line.includes('// wrong')

/** Compiles the program, and returns the lines that have errors. */
function linesWithErrors(folder: string, program: string): string[] {
  writeFileSync(join(folder, 'process.d.ts'), 'declare const process: { argv: string[] }')
  writeFileSync(join(folder, 'program.mts'), program)
  const files = ['process.d.ts', 'program.mts']
  const { stdout } = spawnSync(TSC, [...OPTIONS, '', ...files], { cwd: folder, encoding: 'utf8' })
  return [...new Set([...stdout.matchAll(/^(\S+\(\d+),/gm)].map(([, place]) => `${place})`))]
}

describe('GET /api/types.d.ts', () => {
  test('a program is compiled with the types of a server, runs, and does not compile with a mistake', async () => {
    const folder = newFolder()
    const server = await startsServer(folder, {}, ['--small'])
    await until(() => server.output().includes('Parley is running'))
    const { url, people } = JSON.parse(readFileSync(join(folder, 'dev.json'), 'utf8'))
    writeFileSync(join(folder, 'types.d.ts'), await (await fetch(`${url}/api/types.d.ts`)).text())

    const lines = PROGRAM.split('\n')
    expect(linesWithErrors(folder, PROGRAM)).toEqual(
      lines.flatMap((line, at) => (isWrong(line) ? [`program.mts(${at + 1})`] : [])),
    )
    expect(linesWithErrors(folder, lines.filter((line) => !isWrong(line)).join('\n'))).toEqual([])

    const authorization = `Basic ${btoa(`${people[0].email}:${people[0].api_key}`)}`
    const args = ['--experimental-strip-types', '--no-warnings', 'program.mts', url, authorization]
    const { stdout, stderr } = spawnSync('node', args, { cwd: folder, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({ isNewest: true, sent: ['general'], users: [] })
  })
})

/** What the server renames: the declaration that has the name, the name, and the line with which it begins there. */
const RENAMED: [declaration: string, line: string][] = [
  ['interface User ', 'full_name: '],
  ['interface ChannelMessage ', 'subject: '],
  ['interface PatchMessagesMessageIdParameters ', 'propagate_mode?: '],
  ['interface GetMessagesAnswer ', 'found_oldest: '],
  ['interface UpdateMessageEvent ', 'orig_subject?: '],
  ['interface State ', 'starred_messages: '],
  ['interface Endpoints ', '"POST /reminders": '],
]

/** Returns the types in which a server has renamed the names, and has an event that no client knows. */
function withRenamed(types: string): string {
  let renamed = types.replace('interface Events {', 'interface Events {\n  "moon/rise": MessageEvent')
  for (const [declaration, line] of RENAMED) {
    const at = renamed.indexOf(line, renamed.indexOf(declaration))
    const quotes = line.startsWith('"') ? 1 : 0
    renamed = `${renamed.slice(0, at + quotes)}renamed_${renamed.slice(at + quotes)}`
  }
  return renamed
}

/** Compiles the web client of a copy with these types. Returns the output of the compiler. */
function compileClient(folder: string, types: string): string {
  writeFileSync(join(folder, 'client-state/wire.ts'), types)
  return spawnSync(TSC, ['--noEmit', '-p', 'web/tsconfig.json'], { cwd: folder, encoding: 'utf8' }).stdout
}

describe('the web client', () => {
  test('does not compile after a declaration renamed what it uses, or has an event that it does not know', () => {
    const folder = newFolder()
    const isSource = (file: string) => !file.startsWith(join(ROOT, 'web/dist'))
    for (const part of ['web', 'client-state', 'tsconfig.json'])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: isSource })
    for (const part of ['conversion', 'src', 'node_modules']) symlinkSync(join(ROOT, part), join(folder, part))
    // `npm run typecheck` compiles it with the types as they are.
    const errors = compileClient(folder, withRenamed(readFileSync(join(ROOT, 'client-state/wire.ts'), 'utf8')))
    const names = RENAMED.map(([, line]) => line.replaceAll(/["?]|: $/g, ''))
    expect(names.filter((name) => !errors.includes(`'${name}'`) && !errors.includes(`"${name}"`))).toEqual([])
    expect(errors).toContain('moon/rise')
  })
})
