import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { emailsIn } from '../../../conversion/emails.ts'
import { Failure as AnyFailure } from '../../../conversion/failure.ts'
import { importCopy, type ImportReport } from '../../../conversion/import-copy.ts'
import { isCopy } from '../../../conversion/parts.ts'
import type { ConversionReport } from '../../../conversion/report.ts'
import { SOURCE_NAMES } from '../../../conversion/source-names.ts'
import type { Show } from '../../../conversion/storage.ts'
import type { Ask } from '../../api-client.ts'
import { exportCopy, type CopyResult } from '../../copies/export-copy.ts'
import { progressLine } from '../../copies/progress.ts'
import { copyServer, importServer } from '../../copies/server.ts'
import { FolderStorage } from '../../import/folder-storage.ts'
import { slackDownloader } from '../../import/slack-files.ts'
import { command, type Command } from '../command.ts'

/** Writes a copy of a realm into a folder, and shows how far it is. */
export async function writeCopy({ ask, url, folder }: { ask: Ask; url: string; folder: string }) {
  const report = progressLine()
  const result = await exportCopy({ ask, ...copyServer(url), folder, report })
  report(`${result.messages} messages, ${result.files} files`, true)
  return result
}

export function copyText({ folder, messages, files, missing_files, is_consistent }: CopyResult) {
  return `${folder} has ${messages} messages and ${files} files${missing_files > 0 ? `; ${missing_files} files are missing` : ''}.${
    is_consistent
      ? ''
      : '\nUsers changed the realm meanwhile. For an exact copy, close it (realms close) and export again.'
  }`
}

export const copyCommands: Command[] = [
  command({
    name: 'export',
    operands: ['folder'],
    summary: 'Writes a complete copy of a realm, without credentials, into a folder. An interrupted copy continues.',
    needs: 'deployment',
    run: ({ ask, url, operands: [folder] }) => writeCopy({ ask, url, folder }),
    print: copyText,
  }),
  command({
    name: 'import',
    operands: ['source'],
    summary: `Fills a new realm from a copy, or from an export of ${SOURCE_NAMES.join(', ')}: a folder or an archive. An interrupted import continues.`,
    needs: 'deployment',
    options: {
      from: {
        summary: `the server that wrote the export: ${SOURCE_NAMES.join(', ')} (default: what the files look like)`,
      },
      folder: { summary: 'where the converted copy and the report are (default: the name of the source with -copy)' },
      emails: { summary: 'a file of lines ID,ADDRESS: the addresses of users of whom the export has none' },
      'download-files': {
        type: 'boolean',
        summary: 'downloads the files of Slack from Slack, with the tokens in the export or with SLACK_TOKEN',
      },
      'allow-empty': {
        type: 'boolean',
        summary: 'imports also what has no users or no messages',
      },
      'keep-owners': {
        type: 'boolean',
        summary:
          'accounts that were owners are owners; without it, they are administrators until an owner confirms them',
      },
    },
    async run({ ask, url, options, operands: [source] }) {
      const report = progressLine()
      const { folder, converted } = await copyIn(source, options, report)
      const place = new URL(url).host
      const server = importServer(ask, options['keep-owners'] ?? false, copyServer(url))
      const storage = new FolderStorage(folder)
      try {
        const result = await importCopy({ server, storage, place, report, allowEmpty: options['allow-empty'] })
        report('The import is finished', true)
        return { folder, ...converted, ...result }
      } catch (error) {
        // The right export may have the same name.
        if (error instanceof AnyFailure && error.kind === 'empty' && converted !== undefined) await storage.clear()
        throw error
      }
    },
    print: reportText,
  }),
]

/** Returns the folder with the copy. The export of another server is converted once: a repeated command uses the copy. */
async function copyIn(
  source: string,
  options: { folder?: string; emails?: string; from?: string; 'download-files'?: boolean },
  report: Show,
): Promise<{ folder: string; converted?: ConversionReport }> {
  if (await isCopy(new FolderStorage(source))) return { folder: source }
  const folder = options.folder ?? `${resolve(source).replace(/\.(?:zip|tar|tar\.gz|tgz|jsonl?)$/i, '')}-copy`
  if (await isCopy(new FolderStorage(folder))) return { folder }
  const { emails: list } = options
  const emails = list === undefined ? {} : emailsIn(readFileSync(list, 'utf8'), list)
  const download = options['download-files'] ? slackDownloader({ token: process.env.SLACK_TOKEN }) : undefined
  // The converters take longer to load than all other commands together.
  const { convertAt } = await import('../../import/source.ts')
  const converted = await convertAt(source, folder, { from: options.from, emails, download, show: report })
  return { folder, converted }
}

function reportText({ folder, converted, skipped, lists, refused }: ImportReport & { folder: string }) {
  const found = Object.entries(converted).map(([name, number]) => `${name}: ${number}`)
  const omitted = Object.entries(skipped).map(
    ([reason, { number, examples }]) =>
      `left out, ${reason}: ${number}${examples.length > 0 ? `, such as ${examples[0]}` : ''}`,
  )
  const written = Object.entries(lists).map(
    ([name, { read, written, refused: rows }]) => `${name}: ${read} read, ${written} written, ${rows} refused`,
  )
  const reasons = refused.slice(0, 20).map(({ file, line, reason }) => `  ${file}, line ${line}: ${reason}`)
  return [
    ...found,
    ...omitted,
    ...written,
    ...reasons,
    `The complete report is ${join(folder, 'import-report.json')}.`,
  ].join('\n')
}
