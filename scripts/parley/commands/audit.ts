import { readFileSync, writeFileSync } from 'node:fs'
import { verifyChain, type ChainedEntry, type Verified } from '../../../src/domain/realm/audit-log/hash-rules.ts'
import type { Ask } from '../../api-client.ts'
import { command, type Command } from '../command.ts'
import { FAILED, Failure } from '../failure.ts'

const PAGE = 100

type Page = { entries: ChainedEntry[]; found_oldest: boolean }

const LOGS = { audit: 'GET /parley/audit_log', discovery: 'GET /parley/discovery/log' } as const

/** Returns all entries of a log, the oldest first. */
async function allEntries(ask: Ask, log: keyof typeof LOGS): Promise<ChainedEntry[]> {
  const entries: ChainedEntry[] = []
  for (;;) {
    const before_id = entries.at(-1)?.id ?? null
    const page = await ask<Page>(LOGS[log], { before_id, ...(log === 'audit' ? { limit: PAGE } : {}) })
    entries.push(...page.entries)
    if (page.found_oldest) return entries.toReversed()
  }
}

/** Reads the lines of `audit download`, or a file `audit_log-….json` of an export. */
function entriesIn(file: string): ChainedEntry[] {
  const text = readFileSync(file, 'utf8')
  const isExport = /^\s*\{\s*"audit_log"/.test(text)
  const entries = isExport
    ? exportedEntries(parsed(text))
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parsed)
  if (entries.length > 0 && entries.every(isEntry)) return entries
  const wrong = entries.findIndex((entry) => !isEntry(entry))
  if (wrong > 0)
    throw new Failure(`${file} was changed or cut off after ${wrong} entries: the next one cannot be read.`)
  throw new Failure(`${file} has no entries of an audit log: write it with audit download, or take it from an export.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function exportedEntries(file: unknown): unknown[] {
  const { audit_log } = Object(file)
  return Array.isArray(audit_log) ? audit_log : []
}

const TEXTS = ['kind', 'network_address', 'client', 'previous_hash', 'salt', 'personal_hash', 'entry_hash'] as const

const isEntry = (value: unknown): value is ChainedEntry => {
  const entry: Record<string, unknown> = Object(value)
  return Number.isInteger(entry.id) && TEXTS.every((name) => typeof entry[name] === 'string')
}

function verifiedText({ entries, unprotected, erased, first_id, last_id, head, problems }: Verified): string {
  const counts = [
    `${entries} entries, ${first_id ?? 'none'} to ${last_id ?? 'none'}.`,
    ...(unprotected > 0 ? [`${unprotected} of them are older than release 0.3.0, which has no hashes of them.`] : []),
    ...(erased > 0 ? [`${erased} of them concern erased accounts: their addresses and details are gone.`] : []),
  ]
  if (problems.length > 0) return [...counts, ...problems.map((problem) => `PROBLEM  ${problem}`)].join('\n')
  return [...counts, 'No entry was changed, added or removed between them.', `Keep this hash: ${head}`].join('\n')
}

const OPTIONS = {
  head: { summary: 'the hash of an earlier verification: all entries until it must still be there' },
}

async function downloadLog(ask: Ask, log: keyof typeof LOGS, file: string, head: string | undefined) {
  const entries = await allEntries(ask, log)
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 })
  return verifyChain(entries, head)
}

const statusOf = ({ problems }: Verified) => (problems.length > 0 ? FAILED : 0)

export const auditCommands: Command[] = [
  command({
    name: 'audit download',
    operands: ['file'],
    summary: 'Writes the audit log into a file, and verifies it. Only owners may.',
    options: OPTIONS,
    run: ({ ask, options, operands: [file] }) => downloadLog(ask, 'audit', file, options.head),
    print: verifiedText,
    statusOf,
  }),
  command({
    name: 'discovery log',
    operands: ['file'],
    summary: 'Writes the log of holds and of searches over everything into a file, and verifies it.',
    options: OPTIONS,
    run: ({ ask, options, operands: [file] }) => downloadLog(ask, 'discovery', file, options.head),
    print: verifiedText,
    statusOf,
  }),
  command({
    name: 'audit verify',
    operands: ['file'],
    summary:
      'Finds changed, missing and added entries in a file of audit download, of discovery log or of an export. Asks no server.',
    needs: 'nothing',
    options: OPTIONS,
    run: async ({ options, operands: [file] }) => verifyChain(entriesIn(file), options.head),
    print: verifiedText,
    statusOf,
  }),
]
