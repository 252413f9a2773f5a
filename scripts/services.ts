import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { runnerImport, type InlineConfig } from 'vite'
import type * as Integration from '../src/integrations/integration'
import type * as Options from '../src/integrations/options'
import type * as ServiceList from '../src/integrations/service-list'

/**
 * Writes what users need to know of all services, from their declarations in src/integrations/services: as data for the server
 * and the web client, and as a page of the documentation. With `--check`, it only says whether both are current.
 */

const ROOT = join(import.meta.dirname, '..')
const DATA = 'src/integrations/service-list.data.json'
const PAGE = 'docs/services.md'

async function importFromServer<Module>(file: string) {
  const options: InlineConfig = { root: ROOT, configFile: false, logLevel: 'error' }
  return (await runnerImport<Module>(join(ROOT, 'src/integrations', file), options)).module
}

const { declaredServices: services } = await importFromServer<typeof ServiceList>('service-list.ts')
const { CATEGORIES } = await importFromServer<typeof Integration>('integration.ts')
const { OPTIONS } = await importFromServer<typeof Options>('options.ts')

const titleOf = (category: string) => {
  const words = category.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function sectionOf({ name, display_name, setup, template, events, options }: ServiceList.ListedService) {
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
  ...CATEGORIES.flatMap((category) => [
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
