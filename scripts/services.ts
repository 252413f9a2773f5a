import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { runnerImport } from 'vite'

/**
 * Writes what users need to know of all services, from their declarations in src/integrations/services: as data for the server
 * and the web client, and as a page of the documentation. With `--check`, it only says whether both are current.
 */

const ROOT = join(import.meta.dirname, '..')
const DATA = 'src/integrations/service-list.data.json'
const PAGE = 'docs/services.md'

/** @typedef {import('../src/integrations/service-list').ListedService} ListedService */

const importFromServer = async (/** @type {string} */ file) => {
  const options = { root: ROOT, configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ('error') }
  /** @type {{ module: any }} */
  const { module } = await runnerImport(join(ROOT, 'src/integrations', file), options)
  return module
}

const [{ declaredServices }, { CATEGORIES }, { OPTIONS }] = await Promise.all(
  ['service-list.ts', 'integration.ts', 'options.ts'].map(importFromServer),
)
/** @type {ListedService[]} */
const services = declaredServices

const titleOf = (/** @type {string} */ category) => {
  const words = category.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const codes = (/** @type {readonly string[]} */ names) => names.map((name) => `\`${name}\``).join(', ')

/** @param {ListedService} service */
function sectionOf({ name, display_name, setup, template, events, options }) {
  const lines = [`### ${display_name}`, '', `\`/api/v1/external/${name}\` · ${setup}`]
  if (options.length > 0) lines.push('', ...options.map((option) => `- \`${option}\`: ${OPTIONS[option].label}`))
  if (events !== null) lines.push('', `Events: ${codes(events)}`)
  if (template !== undefined) lines.push('', '```json', template, '```')
  return lines.join('\n')
}

const page = [
  '# Services',
  '',
  'What each service calls the place for the address, the options of the address, and the names of events for `only_events` and',
  '`exclude_events`. [Integrations](integrations.md) explains addresses. In the web client, Settings → Services makes an address.',
  '`npm run services` writes this page from `src/integrations/services/`.',
  ...CATEGORIES.flatMap((/** @type {string} */ category) => [
    '',
    `## ${titleOf(category)}`,
    ...services.filter((service) => service.category === category).flatMap((service) => ['', sectionOf(service)]),
  ]),
  '',
].join('\n')

const written = { [DATA]: `[\n${services.map((service) => JSON.stringify(service)).join(',\n')}\n]\n`, [PAGE]: page }
const isCheck = process.argv.includes('--check')
for (const [file, text] of Object.entries(written)) {
  if (!isCheck) writeFileSync(join(ROOT, file), text)
  else if (readFileSync(join(ROOT, file), 'utf8') !== text) {
    console.error(`${file} is not current: npm run services`)
    process.exitCode = 1
  }
}
if (isCheck && process.exitCode === undefined) console.log(`${services.length} services are listed.`)
