import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { command, type Command } from '../command.ts'
import type { Ask } from '../../api-client.ts'
import { bytesOf } from '../../web-streams.ts'
import { Failure } from '../failure.ts'
import { dateOf, table } from '../table.ts'

const SECONDS_BETWEEN = 2

/** An export of the organization. Its URL is null until it is ready. */
type Export = {
  id: number
  export_time: number
  export_url: string | null
  pending: boolean
  failed_timestamp: number | null
  deleted_timestamp: number | null
}

/** An export of everything, for the holder of the deployment's secret. */
type CompleteExport = { id: number; pending: boolean; export_url: string | null }

const stateOf = ({ pending, failed_timestamp, deleted_timestamp }: Export) =>
  pending ? 'in progress' : failed_timestamp !== null ? 'failed' : deleted_timestamp !== null ? 'deleted' : 'ready'

const listExports = async (ask: Ask) => (await ask<{ exports: Export[] }>('GET /export/realm')).exports

async function findExport(ask: Ask, id: number | string) {
  const exports = await listExports(ask)
  const found = exports.find((each) => each.id === Number(id))
  if (found === undefined) throw new Failure(`There is no export ${id}.`)
  return found
}

export const exportCommands: Command[] = [
  command({
    name: 'exports list',
    summary: 'Lists the exports.',
    run: ({ ask }) => listExports(ask),
    print: (exports) =>
      table(exports, {
        ID: ({ id }) => id,
        STARTED: ({ export_time }) => dateOf(export_time),
        STATE: stateOf,
        URL: ({ export_url }) => export_url,
      }),
  }),
  command({
    name: 'exports create',
    operands: ['file?'],
    summary: 'Creates an export, waits until it is ready, and downloads it if a file is given.',
    options: {
      private: { type: 'boolean', summary: 'with the private messages of users who consent' },
      form: { summary: 'parley, or reference: files that a Zulip server imports (default: parley)' },
    },
    async run({ ask, options, operands: [file] }) {
      const { id } = await ask<{ id: number }>('POST /export/realm', {
        export_type: options.private ? 2 : 1,
        ...(options.form === undefined ? {} : { parley_form: options.form }),
      })
      let found = await findExport(ask, id)
      for (; found.pending; found = await findExport(ask, id)) {
        console.error(`Export ${id} is in progress.`)
        await pause(SECONDS_BETWEEN * 1000)
      }
      if (stateOf(found) !== 'ready' || found.export_url === null) throw new Failure(`Export ${id} failed.`)
      return {
        id,
        url: found.export_url,
        ...(file === undefined ? {} : { file, bytes: await download(found.export_url, file) }),
      }
    },
    print: ({ id, url, file, bytes }) =>
      `Export ${id} is ready: ${file === undefined ? url : `${file}, ${bytes} bytes`}`,
  }),
  command({
    name: 'exports everything',
    operands: ['file'],
    needs: 'deployment',
    summary:
      'Exports an organization for a Zulip server, with the private data of all users, into a file. The server keeps no copy.',
    options: {
      confirm: { summary: 'the host of the organization: without it, nothing is exported; the audit log keeps it' },
    },
    async run({ ask, options, operands: [file] }) {
      const request = () => ask<CompleteExport>('POST /parley/complete_export', { confirmation: options.confirm ?? '' })
      const begun = await request()
      let found = begun
      for (; found.pending; found = await request()) {
        if (found.id !== begun.id) throw new Failure(`Export ${begun.id} failed.`)
        console.error(`Export ${begun.id} is in progress.`)
        await pause(SECONDS_BETWEEN * 1000)
      }
      if (found.export_url === null) throw new Failure(`Export ${begun.id} failed.`)
      const bytes = await download(found.export_url, file)
      await ask('DELETE /parley/complete_export')
      return { file, bytes }
    },
    print: ({ file, bytes }) => `${file}: ${bytes} bytes, with all private data. Keep it safe.`,
  }),
  command({
    name: 'exports download',
    operands: ['id', 'file'],
    summary: 'Downloads an export. The file - is stdout.',
    async run({ ask, operands: [id, file] }) {
      const { export_url } = await findExport(ask, id)
      if (export_url === null) throw new Failure(`Export ${id} is not ready.`)
      const bytes = await download(export_url, file)
      return file === '-' ? undefined : { file, bytes }
    },
    print: (downloaded) => (downloaded ? `${downloaded.file}: ${downloaded.bytes} bytes` : ''),
  }),
  command({
    name: 'exports delete',
    operands: ['id'],
    summary: 'Deletes an export.',
    run: async ({ ask, operands: [id] }) => {
      await ask(`DELETE /export/realm/${id}`)
      return { id: Number(id) }
    },
    print: ({ id }) => `Export ${id} is deleted.`,
  }),
]

const ATTEMPTS = 5

/**
 * Writes the archive at the URL into the file, and returns the number of its bytes. What has arrived is in a file beside it,
 * so a download that was interrupted continues, now or in a later run.
 */
async function download(url: string, file: string): Promise<number> {
  const part = `${file}.part`
  const arrived = () => (file !== '-' && existsSync(part) ? statSync(part).size : 0)
  // The server names the archive by its file name: another export is not continued.
  const tag = `"${url.slice(url.lastIndexOf('/') + 1, -'.tar'.length)}"`
  for (let attempt = 1; ; attempt++) {
    const begun = arrived()
    const response = await fetch(url, { headers: begun > 0 ? { range: `bytes=${begun}-`, 'if-range': tag } : {} })
    const isComplete = response.status === 416
    if (!response.ok && !isComplete) throw new Failure(`${url} answered ${response.status}.`)
    let bytes = response.status === 200 ? 0 : begun
    if (isComplete) return finished(part, file, bytes)
    if (response.body === null) throw new Failure(`${url} answered without content.`)
    const target =
      file === '-'
        ? process.stdout
        : createWriteStream(part, { mode: 0o600, flags: response.status === 206 ? 'a' : 'w' })
    const body = bytesOf(response.body).on('data', (chunk) => (bytes += chunk.length))
    try {
      await pipeline(body, target, { end: file !== '-' })
      return file === '-' ? bytes : finished(part, file, bytes)
    } catch (error) {
      if (file === '-' || attempt === ATTEMPTS) throw error
      console.error(`The download was interrupted after ${arrived()} bytes. It continues.`)
      await pause(SECONDS_BETWEEN * 1000)
    }
  }
}

function finished(part: string, file: string, bytes: number) {
  renameSync(part, file)
  return bytes
}
