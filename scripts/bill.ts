// npm run --silent bill > bill.json   writes the bill of materials of this version, as CycloneDX 1.6
//
// It has the packages whose code is in the Worker or in the client, as the bundlers say. Packages that only build or test are not in
// it: package-lock.json has them. Data that was made from the work of others is in NOTICE.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildForProduction } from '../web/build.ts'
import { hashOfBundle } from './deploy/bundle.ts'
import { ROOT } from './deploy/files.ts'
import { wranglerFor } from './deploy/wrangler.ts'

type Package = { name: string; version: string; license?: string; description?: string }

const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//

const json = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))

const folder = mkdtempSync(join(tmpdir(), 'parley-bill-'))
const { packages: locked }: { packages: Record<string, { integrity?: string }> } = json('package-lock.json')
/** Builds the Worker into the folder, and returns the packages that it contains. */
async function packagesOfWorker(): Promise<Set<string>> {
  const facts = join(folder, 'facts.json')
  await wranglerFor({})('deploy', '--dry-run', '--outdir', join(folder, 'worker'), '--metafile', facts)
  const { inputs }: { inputs: Record<string, unknown> } = JSON.parse(readFileSync(facts, 'utf8'))
  return packagesIn(Object.keys(inputs))
}

async function packagesOfClient(): Promise<Set<string>> {
  const modules: string[] = []
  const notesModules = { name: 'notes-modules', moduleParsed: ({ id }: { id: string }) => void modules.push(id) }
  await buildForProduction({ logLevel: 'silent', plugins: [notesModules], build: { write: false } })
  return packagesIn(modules)
}

const packagesIn = (files: readonly string[]): Set<string> =>
  new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []))

function componentOf(name: string, parts: readonly string[]) {
  const at = `node_modules/${name}`
  const { version, license, description }: Package = json(`${at}/package.json`)
  const integrity = locked[at]?.integrity
  if (license === undefined || integrity === undefined) throw new Error(`${at} has no license or no integrity`)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    description,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
    purl,
    properties: parts.map((value) => ({ name: 'parley:part', value })),
  }
}

/** The bill has no time and no random number, so that two bills of one version are the same. */
function billOf(components: readonly ReturnType<typeof componentOf>[]) {
  const { version, description, license }: Package = json('package.json')
  const ref = `parley@${version}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': ref,
        name: 'parley',
        version,
        description,
        hashes: [{ alg: 'SHA-256', content: hashOfBundle(join(folder, 'worker')) }],
        licenses: [{ license: { id: license } }],
      },
    },
    components,
    dependencies: [{ ref, dependsOn: components.map((component) => component['bom-ref']) }],
  }
}

/** Builds this version, and returns its bill. */
async function bill() {
  const worker = await packagesOfWorker()
  const client = await packagesOfClient()
  const names = [...new Set([...worker, ...client])].toSorted()
  return billOf(
    names.map((name) =>
      componentOf(name, [...(worker.has(name) ? ['worker'] : []), ...(client.has(name) ? ['client'] : [])]),
    ),
  )
}

try {
  console.log(JSON.stringify(await bill(), null, 2))
} finally {
  rmSync(folder, { recursive: true })
}
