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

/** Empty where there is no such process. One that begins with Z is dead, and its parent was not told yet. */
const stateOf = (pid: number) =>
  spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''

describe('npm run dev', () => {
  test('says something before it loads wrangler or miniflare', async () => {
    const folder = newFolder()
    const notes = join(folder, 'notes')
    const hook = join(ROOT, 'test/scripts/note-loads.mjs')
    const server = await startsServer(folder, { NODE_OPTIONS: `--import ${hook}`, NOTES: notes })
    const noted = () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
    await until(() => noted().includes('loads miniflare'))
    expect(noted()).toMatch(/^says Starting Parley at /)
    expect(server.said()).toContain(folder)
  })

  test('refuses a folder that another server uses, and names the process and the way out', async () => {
    const folder = newFolder()
    const first = await startsServer(folder)
    await until(() => holderOf(folder) === first.pid)
    const second = await startsServer(folder)
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain(`Process ${first.pid}, the server at http://localhost:`)
    expect(second.said()).toContain(folder)
    expect(second.said()).toContain(`kill ${first.pid}`)
    expect(second.said()).toContain('npm run dev -- --port 8800 --persist-to DIRECTORY')
    expect(holderOf(folder)).toBe(first.pid)
    first.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(locksIn(folder)).toEqual([])
  })

  test('starts after a server that was killed, when nothing is left of it', async () => {
    const folder = newFolder()
    const first = await startsServer(folder)
    const processes = () => JSON.parse(readFileSync(join(folder, 'dev.lock.1'), 'utf8')).processes
    await until(() => holderOf(folder) === first.pid && processes().length > 1)
    const left: { pid: number } = processes()[1]
    first.kill('SIGKILL')
    await first.ended
    const second = await startsServer(folder)
    await until(() => holderOf(folder) === second.pid)
    expect(stateOf(left.pid)).toMatch(/^(Z.*)?$/)
    expect(locksIn(folder)).toEqual(['dev.lock.2'])
  })

  const stale: [string, string][] = [
    ['of a process that is dead', '{"url":"","processes":[{"pid":999999999,"began":"1"}]}'],
    ['of a process whose number another one has now', `{"url":"","processes":[{"pid":${process.pid},"began":"1"}]}`],
    ['that is no lock', 'half a lo'],
  ]
  test.for(stale)('is not kept from starting by a lock %s', async ([, text]) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'dev.lock.7'), text)
    const server = await startsServer(folder)
    await until(() => locksIn(folder).join() === 'dev.lock.8')
    expect(holderOf(folder)).toBe(server.pid)
  })
})

test('of many processes that want one folder at once, one gets it', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'dev.lock.3'), stale)
  const program = `
    import { lockFolder } from ${JSON.stringify(join(ROOT, 'scripts/folder-lock.mjs'))}
    try {
      await lockFolder(${JSON.stringify(folder)}, 'http://here')
      console.log('has it')
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log('refused: ' + error.message)
    }`
  const all = Array.from({ length: 8 }, () => runs(['--input-type=module', '--eval', program]))
  await until(() => all.every(({ said }) => said() !== ''))
  expect(all.filter(({ said }) => said() === 'has it\n')).toHaveLength(1)
  expect(all.filter(({ said }) => said().startsWith('refused: Process '))).toHaveLength(7)
})

const stale = '{"url":"","processes":[{"pid":999999999,"began":"1"}]}'

describe('a state folder that is damaged', () => {
  /** A folder with one database in it, as wrangler keeps them, and the database's file. */
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
    ['another file in its place', /it is not a SQLite database/, (file) => writeFileSync(file, 'x'.repeat(5000))],
    ['a part of it missing', /it is truncated/, (file) => truncateSync(file, 10_000)],
    [
      'pages overwritten',
      /malformed|btreeInitPage/,
      (file) => writeFileSync(file, readFileSync(file).fill(0xff, 8192, 40_960)),
    ],
  ]
  test.for(damages)('with %s is refused by the name of the file', async ([, fault, damage]) => {
    const { folder, file } = withDatabase()
    damage(file)
    const server = await startsServer(folder)
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain(`The database ${file} is damaged`)
    expect(server.said()).toMatch(fault)
    expect(server.said()).toContain(`rm -r '${join(folder, 'v3')}' '${join(folder, 'dev.json')}'`)
    expect(locksIn(folder)).toEqual([])
  })

  test('is not one that holds an empty database, or a good one', async () => {
    const { folder } = withDatabase()
    writeFileSync(join(folder, 'v3/d1/empty.sqlite'), '')
    const server = await startsServer(folder)
    await until(() => processesIn(folder) > 1) // wrangler is started
    expect(server.said()).not.toContain('damaged')
  })

  const processesIn = (folder: string): number => {
    const [file] = locksIn(folder)
    return file === undefined ? 0 : JSON.parse(readFileSync(join(folder, file), 'utf8')).processes.length
  }

  test('with unreadable notes is refused by the name of the file, and keeps its realm', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'dev.json'), '{"url": "http://loc')
    const server = await startsServer(folder)
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain(`The file ${join(folder, 'dev.json')} cannot be read`)
    expect(server.said()).toContain(`rm '${join(folder, 'dev.json')}'`)
  })

  test('or is no folder is refused by its name', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const server = await startsServer(file)
    expect(await server.ended).toBe(1)
    expect(server.said()).toContain(`The folder ${file} cannot be used`)
  })
})
