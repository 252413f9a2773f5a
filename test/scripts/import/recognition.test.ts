import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importCopy } from '../../../conversion/import-copy.ts'
import { FolderStorage } from '../../../scripts/import/folder-storage.ts'
import { SAMPLES } from '../../support/exports/samples'
import { newFolder } from '../dev-process'
import { converted, exportFolder, zipOf, type Converted, type Files } from './exports'

/** The files in a folder, as macOS packs them. */
const packedAgain = (files: Files, folder: string): Files => ({
  '.DS_Store': 'x',
  [`__MACOSX/._${folder}`]: 'x',
  ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content])),
  [`__MACOSX/${folder}/._users.json`]: 'x',
  [`${folder}/.DS_Store`]: 'x',
})

describe('an export that was packed again', () => {
  test.each(SAMPLES)('with folders around it and files of the desktop is the same export: %s', async (server, make) => {
    const whole = await converted(zipOf(make()))
    const again = await converted(zipOf(packedAgain(packedAgain(make(), 'acme'), 'my export')))
    expect(again.report, server).toEqual(whole.report)
    expect(again.rows('messages')).toHaveLength(whole.rows('messages').length)
  })

  test('finds folders whose names have another Unicode form than the list of channels', async () => {
    const [, slack] = SAMPLES[0]!
    const files = {
      ...slack(),
      'channels.json': [{ id: 'C1', name: 'k\u00fcche', members: ['U1'] }],
      'ku\u0308che/2019-01-01.json': [{ type: 'message', user: 'U1', text: 'Soup', ts: '1546300800.000100' }],
    }
    const { rows } = await converted(zipOf(files))
    expect(rows('messages').map(({ content }) => content)).toContain('Soup')
  })
})

describe('an export in UTF-16, as the PowerShell of Windows writes files', () => {
  test.each(SAMPLES.filter(([server]) => server !== 'rocket.chat'))('is the same export: %s', async (server, make) => {
    const inUtf16 = (content: unknown) => {
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      return Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))
    }
    const files = Object.entries(make())
    const texts = files.map(([name, content]) => [name, /\.jsonl?$/.test(name) ? inUtf16(content) : content])
    const [whole, again] = [await converted(zipOf(make())), await converted(zipOf(Object.fromEntries(texts)))]
    expect(again.report, server).toEqual(whole.report)
    const messagesOf = ({ rows }: Converted) =>
      JSON.stringify(rows('messages')).replaceAll(/(?<=user_uploads\/)[\w/]+/g, '')
    expect(messagesOf(again)).toBe(messagesOf(whole))
  })
})

describe('what is no export', () => {
  const refusal = async (files: Files, options: { from?: string } = {}): Promise<string> =>
    converted(zipOf(files), options).then(
      () => 'accepted',
      ({ message }: Error) => message.replace(/^\S*\//, ''),
    )

  test('is refused with what was looked for and what was found', async () => {
    expect(await refusal({ 'package.json': { name: 'x' }, 'src/a.js': 'x', 'data.json': [1], 'b\n.txt': '' })).toBe(
      `export.zip is no export that this program recognizes. It looked for:
  slack: users.json, and channels.json, groups.json, mpims.json or dms.json
  zulip: realm.json
  rocket.chat: rocketchat_message.bson, not compressed
  teams: teams/teamsList.json
  mattermost: a .jsonl or .json file whose lines are objects with a "type"
  discord: .json files that begin with "guild" and "channel"
It found 4 files: b\\n.txt, data.json, package.json, src/`,
    )
    expect(await refusal({})).toContain('It found no files.')
  })

  test('is refused also if the person says what it is', async () => {
    expect(await refusal({ 'channels.json': [] }, { from: 'slack' })).toBe(
      'export.zip is no export of slack. It looked for users.json, and channels.json, groups.json, mpims.json or dms.json.\nIt found 1 file: channels.json',
    )
    expect(await refusal({ 'a.txt': '' }, { from: 'irc' })).toContain('--from is one of slack, zulip')
  })

  test.each([
    ['an export of Parley', { format: 'parley-export', format_version: 1 }, 'exports create --form reference'],
    ['a copy in an archive', { format: 'parley-realm-copy' }, 'unpack the archive, and name the folder'],
  ])('can be an archive of Parley itself: %s', async (_, marker, hint) => {
    const files = { 'acme/export.json': JSON.stringify(marker, null, 2), 'acme/users-000001.json': [{ user_id: 1 }] }
    expect(await refusal(files)).toContain(hint)
  })

  test.each([
    ['Slack without people', { 'channels.json': [{ id: 'C1', name: 'general' }], 'general/2019-01-01.json': [] }],
    ['JSON that Discord did not write', { 'guild.json': { channel: 1, guild: 2 }, 'list.json': '[{"guild":{}}]' }],
    ['lines that Mattermost did not write', { 'rows.jsonl': '{"a":1}\n{"type":"team","team":{}}' }],
    ['a text with the name of an export', { 'export.json': 'not JSON at all {"type"' }],
  ])('is not taken for another server: %s', async (_, files) => {
    expect(await refusal(files)).toContain('is no export that this program recognizes')
  })
})

describe('an export in one file', () => {
  const [, mattermost] = SAMPLES.find(([name]) => name === 'Mattermost')!
  const lines = String(Object.values(mattermost())[0])

  test.each(['acme.jsonl', 'export.json', 'ACME.JSON'])('of Mattermost can be %s', async (name) => {
    const path = join(newFolder(), name)
    writeFileSync(path, lines)
    expect((await converted(path)).rows('messages')).toHaveLength(4)
  })

  test('of Mattermost can be export.json in a folder, beside its files', async () => {
    const folder = exportFolder({ 'export.json': lines, 'data/a.txt': 'x' })
    expect((await converted(folder)).rows('messages')).toHaveLength(4)
  })

  test('of Discord can be one channel', async () => {
    const [, discord] = SAMPLES.find(([name]) => name === 'Discord')!
    const path = join(newFolder(), 'kitchen.json')
    writeFileSync(path, JSON.stringify(Object.values(discord())[0], null, 2))
    expect((await converted(path)).rows('messages')).toHaveLength(3)
  })
})

describe('an import that would create nothing', () => {
  const requests: string[] = []
  const server = {
    begin: () => Promise.resolve(requests.push('begin')),
    postRows: (path: string) => Promise.resolve({ written: requests.push(path), refused: [], waiting: 0 }),
    putFile: () => Promise.resolve(),
    finish: () => Promise.resolve(requests.push('finish')),
  }

  test.each([
    ['no messages', { 'users.json': [{ id: 'U1', name: 'ada' }], 'channels.json': [] }],
    ['no users and no messages', { 'users.json': [], 'channels.json': [{ id: 'C1', name: 'general' }] }],
  ])('asks first: %s', async (what, files) => {
    const { folder } = await converted(exportFolder(files))
    const copy = { server, storage: new FolderStorage(folder), place: 'here', report: () => undefined }
    await expect(importCopy(copy)).rejects.toMatchObject({
      kind: 'empty',
      message: `The import would create ${what}. If this is right, repeat it with --allow-empty.`,
    })
    expect(requests.splice(0)).toEqual([])
    await importCopy({ ...copy, allowEmpty: true })
    expect(requests.splice(0)).toContain('finish')
  })
})
