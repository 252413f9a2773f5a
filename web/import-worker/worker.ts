import { convert } from '../../conversion/convert.ts'
import { emailsIn } from '../../conversion/emails.ts'
import { knowEmoji } from '../../conversion/emoji.ts'
import { Failure } from '../../conversion/failure.ts'
import { importCopy } from '../../conversion/import-copy.ts'
import type { Progress, Source } from '../../conversion/storage.ts'
import { archiveOf, BrowserStorage, chunksOf } from './browser-storage'
import { importServer, newKey } from './import-server'
import type { News, Request } from './messages'

// Converts an export of another server, and fills the organization from it: the same work as that of `npm run import`.

const MARKER = 'export.json'
const KEY = 'key.txt'
const REPORT = 'import-report.json'
const MILLISECONDS_BETWEEN_NEWS = 200
const ARCHIVE = /\.(?:zip|tar|tar\.gz|tgz)$/i

const notifyPage = (news: News) => postMessage(news)

let isBegun = false
let resume: (() => void) | undefined
let paused: Promise<void> | undefined
const proceed = async () => paused

function pause() {
  paused ??= new Promise((resolve) => {
    resume = () => {
      paused = undefined
      resolve()
    }
  })
}

let notifiedAt = 0
function show(_: string, progress?: Progress) {
  const now = Date.now()
  if (progress === undefined || now - notifiedAt < MILLISECONDS_BETWEEN_NEWS) return
  notifiedAt = now
  notifyPage({ kind: 'working', progress, isBegun })
}

let storage: BrowserStorage | undefined
const opened = async () => (storage ??= await BrowserStorage.open(proceed))

/** What an earlier visit of this page left. */
async function look(): Promise<News> {
  const files = await opened()
  const report = await files.readText(REPORT)
  if (report !== undefined) return { kind: 'done', report: JSON.parse(report) }
  return files.size(MARKER) !== undefined && files.size(KEY) !== undefined
    ? { kind: 'interrupted' }
    : { kind: 'nothing' }
}

async function begin({ files, addresses }: Extract<Request, { kind: 'begin' }>): Promise<void> {
  const into = await opened()
  notifyPage({ kind: 'working', progress: { step: 'reading', done: 0 }, isBegun })
  const emails = addresses === undefined ? {} : emailsIn(await addresses.text(), addresses.name)
  await learnEmoji()
  await convert({ source: sourceOf(files), name: files[0]?.name ?? '', storage: into, emails, show })
  await into.writeWhole(KEY, newKey())
  await fill()
}

/** The names are data, which no script contains. */
async function learnEmoji(): Promise<void> {
  const slack = new URL('../../conversion/slack-emoji.data.json', import.meta.url)
  const responses = await Promise.all(['/static/emoji-names.json', slack].map((address) => fetch(address)))
  const [{ code_to_names }, { emoji }]: [{ code_to_names: Record<string, string[]> }, { emoji: string[] }] =
    await Promise.all([responses[0]?.json(), responses[1]?.json()])
  knowEmoji(
    Object.entries(code_to_names).map(([code, names]) => [code, ...names].join(' ')),
    emoji,
  )
}

function sourceOf(files: { name: string; file: File }[]): Source {
  const [only] = files
  if (files.length === 1 && only && ARCHIVE.test(only.name)) return { archive: archiveOf(only.file) }
  const open = (file: File) => ({ size: file.size, open: () => chunksOf(file, 0, file.size) })
  return { files: new Map(files.map(({ name, file }) => [name, open(file)])) }
}

async function fill(allowEmpty = false): Promise<void> {
  const from = await opened()
  const requests = importServer((await from.readText(KEY)) ?? '', from)
  const server = {
    ...requests,
    begin: async (copy: { copy_id: string; last_event_id: number }) => {
      await requests.begin(copy)
      isBegun = true
    },
  }
  const report = await importCopy({ server, storage: from, place: 'here', report: show, proceed, allowEmpty })
  notifyPage({ kind: 'done', report })
  for (const name of ['tables', 'files', MARKER]) await from.remove(name)
}

/** Opens the organization with what has arrived. */
async function finish(): Promise<void> {
  const from = await opened()
  const { copy_id } = JSON.parse((await from.readText(MARKER)) ?? '{}')
  await importServer((await from.readText(KEY)) ?? '', from).finish({ copy_id, sequences: '{}' })
  await from.clear()
  notifyPage({ kind: 'done', report: undefined })
}

async function act(request: Request): Promise<void> {
  switch (request.kind) {
    case 'look':
      return notifyPage(await look())
    case 'begin':
      return begin(request)
    case 'continue':
      return fill(request.allowEmpty)
    case 'pause':
      return pause()
    case 'resume':
      return resume?.()
    case 'finish':
      return finish()
    case 'forget':
      await (await opened()).clear()
      return notifyPage({ kind: 'nothing' })
  }
}

/** Only one page of this browser works on an import. */
async function alone(request: Request): Promise<void> {
  await navigator.locks.request('import', { ifAvailable: true }, async (lock) => {
    if (lock === null) throw new Failure('Another tab of this browser works on this import.', 'elsewhere')
    await act(request)
  })
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  const isControl = data.kind === 'pause' || data.kind === 'resume'
  const acting = isControl ? act(data) : alone(data)
  acting.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    const cause = error instanceof Failure ? error.kind : isFull ? 'full' : 'other'
    notifyPage({ kind: 'failed', cause, message, isBegun })
  })
})
