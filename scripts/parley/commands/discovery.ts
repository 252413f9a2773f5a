import { createHash } from 'node:crypto'
import { readTar } from '../../../conversion/tar.ts'
import type { SourceFile } from '../../../conversion/storage.ts'
import { hashOfMessage, type HashedMessage } from '../../../src/domain/data/discovery/hash-rules.ts'
import { fileArchive, FolderStorage } from '../../import/folder-storage.ts'
import { command, type Command } from '../command.ts'
import { FAILED, Failure } from '../failure.ts'

const MAX_LIST_BYTES = 64 * 1024 * 1024
const MAX_PROBLEMS = 100

type ListedFile = { name: string; sha256: string | null }
type Marker = { format: string; host: string; search_id: number; search: { reason: string }; files: ListedFile[] }
type Verified = {
  host: string
  search_id: number
  reason: string
  messages: number
  files: number
  /** The hash of the list of files. The log of discovery has it: so the export is the one that the server made. */
  sha256: string
  problems: string[]
}

async function digestOf(file: SourceFile): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of file.open()) digest.update(chunk)
  return digest.digest('hex')
}

async function textOf(file: SourceFile, name: string): Promise<string> {
  if (file.size > MAX_LIST_BYTES) throw new Failure(`${name} is too large.`)
  const chunks: Uint8Array[] = []
  for await (const chunk of file.open()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Verifies all hashes of an export: those of its files, of its messages, and of the files of the messages. */
async function verifyExport(path: string): Promise<Verified> {
  if (!path.endsWith('.tar')) throw new Failure(`${path} is no tar archive.`)
  const { files: all } = await readTar(fileArchive(path), new FolderStorage('.'))
  const files = new Map([...all].map(([name, file]) => [name.slice(name.indexOf('/') + 1), file]))
  const marker = files.get('export.json')
  const stated: Marker | undefined = marker && JSON.parse(await textOf(marker, 'export.json'))
  if (marker === undefined || stated?.format !== 'parley-discovery')
    throw new Failure(`${path} is no export of a search over everything.`)
  const problems: string[] = []
  const statedNames = new Set(['export.json'])
  const compare = async ({ name, sha256 }: ListedFile) => {
    const file = files.get(name)
    statedNames.add(name)
    if (file === undefined) problems.push(`${name} is missing.`)
    else if (sha256 !== null && (await digestOf(file)) !== sha256) problems.push(`${name} was changed.`)
  }
  for (const file of stated.files) await compare(file)
  const [lists, messages] = [await listsIn<ListedFile>(files, 'files'), await listsIn<HashedMessage>(files, 'messages')]
  for (const file of lists) await compare(file)
  for (const { sha256, ...message } of messages)
    if (hashOfMessage(message) !== sha256) problems.push(`Message ${message.id} was changed.`)
  const named = new Set(messages.flatMap((message) => message.files.map(({ file }) => file)))
  for (const file of named)
    if (!files.has(file)) problems.push(`${file} is missing: R2 did not have it when the export was made.`)
  for (const name of files.keys()) if (!statedNames.has(name)) problems.push(`${name} was added.`)
  return {
    host: stated.host,
    search_id: stated.search_id,
    reason: stated.search.reason,
    messages: messages.length,
    files: lists.length,
    sha256: await digestOf(marker),
    problems: problems.slice(0, MAX_PROBLEMS),
  }
}

async function listsIn<Item>(files: ReadonlyMap<string, SourceFile>, key: 'files' | 'messages'): Promise<Item[]> {
  const items: Item[] = []
  for (const [name, file] of files) {
    if (!new RegExp(`^${key}-[0-9]{6}[.]json$`).test(name)) continue
    const content: Record<typeof key, Item[] | undefined> = JSON.parse(await textOf(file, name))
    items.push(...(content[key] ?? []))
  }
  return items
}

export const discoveryCommands: Command[] = [
  command({
    name: 'discovery verify',
    operands: ['file'],
    summary: 'Verifies all hashes of an export of a search over everything. Asks no server.',
    needs: 'nothing',
    run: ({ operands: [file] }) => verifyExport(file),
    print: ({ host, search_id, reason, messages, files, sha256, problems }) =>
      [
        `${host}, search ${search_id}: ${reason}`,
        `${messages} messages, ${files} files.`,
        ...(problems.length > 0 ? problems.map((problem) => `PROBLEM  ${problem}`) : ['All hashes are right.']),
        `The log of discovery has this hash if the server made it: ${sha256}`,
      ].join('\n'),
    statusOf: ({ problems }) => (problems.length > 0 ? FAILED : 0),
  }),
]
