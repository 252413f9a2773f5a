import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { convertAt } from '../../../scripts/import/source.ts'
import { say } from '../../../web/test/slack-message'
import { newFolder, ROOT, runs } from '../dev-process'
import { zulipExport } from '../../support/exports/zulip'
import { exportFolder } from './exports'

const KILLS = 50
const AT_A_TIME = 5
const PROGRAM = join(ROOT, 'test/scripts/import/killed-conversion.mjs')

const people = ['U1', 'U2'].map((id) => ({ id, name: id, profile: { real_name: id, email: `${id}@example.com` } }))
const slack = {
  'users.json': people,
  'channels.json': [{ id: 'C1', name: 'general', members: ['U1', 'U2'] }],
  ...Object.fromEntries(
    [1, 2, 3].map((day) => [
      `general/2019-01-0${day}.json`,
      [0, 1].map((second) => say(`Day ${day}`, day * 100 + second, { reactions: [{ name: 'tada', users: ['U2'] }] })),
    ]),
  ),
}

/** Packs a folder into a compressed tar archive, which is unpacked into the storage at first. */
function packed(folder: string): string {
  const path = join(newFolder(), 'export.tar.gz')
  execFileSync('tar', ['-czf', path, '-C', dirname(folder), basename(folder)])
  return path
}

/** Names of files and ids are random, and the copy has the time of its making. Here, they are the same each time. */
async function convertedAlike(source: string, folder: string): Promise<void> {
  let random = 0
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.fill(++random)
    return bytes
  })
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('00000000-0000-4000-8000-000000000000')
  vi.setSystemTime('2026-01-01T00:00:00Z')
  try {
    await convertAt(source, folder, {})
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
}

/** All files below a folder, by name. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length),
        readFileSync(join(parentPath, name), 'latin1'),
      ]),
  )

/** Returns `count` numbers from 1 to `last`, in equal parts of it, and in each part at a random place. */
const spread = (count: number, last: number): number[] =>
  Array.from({ length: count }, (_, index) => 1 + Math.floor(((index + Math.random()) * last) / count))

describe('a conversion that was killed', () => {
  test.each([
    ['Slack', () => packed(exportFolder(slack))],
    ['Zulip', () => packed(exportFolder(zulipExport()))],
  ])('begins anew and writes the same bytes, whenever it was: %s', { timeout: 300_000 }, async (_, make) => {
    const source = make()
    const [expected, place] = [newFolder(), newFolder()]
    await convertedAlike(source, expected)
    const whole = runs([PROGRAM, source, join(place, 'whole'), '0'])
    expect(await whole.ended).toBe(0)
    const changes = Number(whole.results())
    expect(changes).toBeGreaterThan(30)

    let killed = 0
    const moments = spread(KILLS / 2, changes)
    for (let from = 0; from < moments.length; from += AT_A_TIME)
      await Promise.all(
        moments.slice(from, from + AT_A_TIME).map(async (moment) => {
          const folder = join(place, String(moment))
          // The number of changes differs a little: chunks of streams have any size.
          if ((await runs([PROGRAM, source, folder, String(moment)]).ended) === null) killed++
          // What has the name of the copy is a copy.
          expect(existsSync(folder), `${moment}`).toBe(existsSync(join(folder, 'export.json')))
        }),
      )
    expect(killed).toBeGreaterThan(KILLS / 2 - 5)
    for (const moment of moments) {
      const folder = join(place, String(moment))
      if (existsSync(folder)) continue
      await convertedAlike(source, folder)
      expect(filesIn(folder), `killed before change ${moment} of ${changes}`).toEqual(filesIn(expected))
    }
    expect(readdirSync(place).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  test('replaces nothing else: a folder with other files is refused', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'thesis.txt'), 'The only copy')
    await expect(convertAt(exportFolder(slack), folder, {})).rejects.toThrow(
      `${folder} has other files. Delete it, or name another folder with --folder.`,
    )
    expect(readFileSync(join(folder, 'thesis.txt'), 'utf8')).toBe('The only copy')
  })
})
