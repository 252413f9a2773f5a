import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { newFolder, ROOT, runs, startsServer, until } from './dev-process'

const locksIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('dev.lock.'))

const holderOf = (folder: string): number => {
  const [file] = locksIn(folder)
  return file === undefined ? 0 : JSON.parse(readFileSync(join(folder, file), 'utf8')).processes[0].pid
}

/** Returns the state of a process; empty if it does not exist. A state that begins with Z means that it has ended. */
const stateOf = (pid: number) =>
  spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''

describe('npm run dev', () => {
  test('prints a line before it loads wrangler or miniflare', async () => {
    const folder = newFolder()
    const notes = join(folder, 'notes')
    const hook = join(ROOT, 'test/scripts/note-loads.mjs')
    const server = await startsServer(folder, { NODE_OPTIONS: `--import ${hook}`, NOTES: notes })
    const noted = () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
    await until(() => noted().includes('loads miniflare'), server)
    expect(noted()).toMatch(/^prints Starting Parley at /)
    expect(server.output()).toContain(folder)
  })

  test('refuses a folder that another server uses, with the id of its process and the command to stop it', async () => {
    const folder = newFolder()
    const first = await startsServer(folder)
    await until(() => holderOf(folder) === first.pid, first)
    const second = await startsServer(folder)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`Process ${first.pid}, the server at http://localhost:`)
    expect(second.output()).toContain(folder)
    expect(second.output()).toContain(`kill ${first.pid}`)
    expect(second.output()).toContain('npm run dev -- --port 8800 --persist-to DIRECTORY')
    expect(holderOf(folder)).toBe(first.pid)
    first.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(locksIn(folder)).toEqual([])
  })

  test('starts although seeded users are deactivated, and says who cannot log in', async () => {
    const folder = newFolder()
    const notes = join(folder, 'dev.json')
    const first = await startsServer(folder, {}, ['--small'])
    await until(() => first.output().includes('Parley is running'), first)
    const { url, people } = JSON.parse(readFileSync(notes, 'utf8'))
    const [ada, , , dov] = people
    const authorization = `Basic ${btoa(`${ada.email}:${ada.api_key}`)}`
    await fetch(`${url}/api/v1/users/${dov.user_id}`, { method: 'DELETE', headers: { authorization } })
    first.kill('SIGTERM')
    await first.ended
    const second = await startsServer(folder, {}, ['--small'])
    await until(() => second.output().includes('Parley is running'), second)
    expect(second.output()).toContain('dov@parley.example cannot log in any more')
    const kept: { email: string }[] = JSON.parse(readFileSync(notes, 'utf8')).people
    expect(kept.map(({ email }) => email)).not.toContain(dov.email)
    expect(kept).toHaveLength(people.length - 1)
  })

  test('starts after a server was killed, when all its processes have ended', async () => {
    const folder = newFolder()
    const first = await startsServer(folder)
    const processes = () => JSON.parse(readFileSync(join(folder, 'dev.lock.1'), 'utf8')).processes
    await until(() => holderOf(folder) === first.pid && processes().length > 1, first)
    const left: { pid: number } = processes()[1]
    first.kill('SIGKILL')
    await first.ended
    const second = await startsServer(folder)
    await until(() => holderOf(folder) === second.pid, second)
    expect(stateOf(left.pid)).toMatch(/^(Z.*)?$/)
    expect(locksIn(folder)).toEqual(['dev.lock.2'])
  })

  const stale: [string, string][] = [
    ['of a process that has ended', '{"url":"","processes":[{"pid":999999999,"began":"1"}]}'],
    [
      'of a process whose id belongs to another process now',
      `{"url":"","processes":[{"pid":${process.pid},"began":"1"}]}`,
    ],
    ['that is damaged', 'half a lo'],
  ]
  test.for(stale)('starts in spite of a lock %s', async ([, text]) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'dev.lock.7'), text)
    const server = await startsServer(folder)
    await until(() => locksIn(folder).join() === 'dev.lock.8', server)
    expect(holderOf(folder)).toBe(server.pid)
  })
})

test('one of several processes gets the lock of a folder', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'dev.lock.3'), stale)
  const program = `
    import { lockFolder } from ${JSON.stringify(join(ROOT, 'scripts/folder-lock.ts'))}
    try {
      await lockFolder(${JSON.stringify(folder)}, 'http://here')
      console.log('has it')
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log('refused: ' + error.message)
    }`
  const all = Array.from({ length: 8 }, () => runs(['--input-type=module', '--eval', program]))
  await until(() => all.every(({ output }) => output() !== ''))
  expect(all.filter(({ output }) => output() === 'has it\n')).toHaveLength(1)
  expect(all.filter(({ output }) => output().startsWith('refused: Process '))).toHaveLength(7)
})

const stale = '{"url":"","processes":[{"pid":999999999,"began":"1"}]}'

describe('a damaged state folder', () => {
  /** Creates a folder with one database, as wrangler stores it. */
  function withDatabase(): { folder: string; file: string } {
    const folder = newFolder()
    mkdirSync(join(folder, 'v3/d1'), { recursive: true })
    const file = join(folder, 'v3/d1/there.sqlite')
    const database = new DatabaseSync(file)
    database.exec('CREATE TABLE words (word TEXT PRIMARY KEY)')
    const insert = database.prepare('INSERT INTO words (word) VALUES (?)')
    database.exec('BEGIN')
    for (let n = 0; n < 2000; n++) insert.run(`a word that is long enough to fill pages ${n}`)
    database.exec('COMMIT')
    database.close()
    return { folder, file }
  }

  const damages: [string, RegExp, (file: string) => void][] = [
    [
      'another file in place of a database',
      /it is not a SQLite database/,
      (file) => writeFileSync(file, 'x'.repeat(5000)),
    ],
    ['a truncated database', /it is truncated/, (file) => truncateSync(file, 10_000)],
    [
      'overwritten pages',
      /malformed|btreeInitPage/,
      (file) => writeFileSync(file, readFileSync(file).fill(0xff, 8192, 40_960)),
    ],
  ]
  test.for(damages)('with %s is refused with the name of the file', async ([, fault, damage]) => {
    const { folder, file } = withDatabase()
    damage(file)
    const server = await startsServer(folder)
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(`The database ${file} is damaged`)
    expect(server.output()).toMatch(fault)
    expect(server.output()).toContain(`rm -r '${join(folder, 'v3')}' '${join(folder, 'dev.json')}'`)
    expect(locksIn(folder)).toEqual([])
  })

  test('is not reported for an empty or an intact database', async () => {
    const { folder } = withDatabase()
    writeFileSync(join(folder, 'v3/d1/empty.sqlite'), '')
    const server = await startsServer(folder)
    await until(() => processesIn(folder) > 1) // wrangler is started
    expect(server.output()).not.toContain('damaged')
  })

  const processesIn = (folder: string): number => {
    const [file] = locksIn(folder)
    return file === undefined ? 0 : JSON.parse(readFileSync(join(folder, file), 'utf8')).processes.length
  }

  test('with an unreadable dev.json is refused with the name of the file', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'dev.json'), '{"url": "http://loc')
    const server = await startsServer(folder)
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(`The file ${join(folder, 'dev.json')} cannot be read`)
    expect(server.output()).toContain(`rm '${join(folder, 'dev.json')}'`)
  })

  test('that is a file is refused with its name', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const server = await startsServer(file)
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(`The folder ${file} cannot be used`)
  })
})
