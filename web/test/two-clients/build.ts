import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import solid from 'vite-plugin-solid'
import { buildForProduction } from '../../build'

const WEB = join(import.meta.dirname, '../..')
const ENTRY = 'two-clients.js'
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Builds `page.ts`. Returns a function that runs it in place of the client's own script, and one that deletes it. */
export async function buildTwoClients() {
  const outDir = mkdtempSync(join(tmpdir(), 'parley-two-clients-'))
  await buildForProduction({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [solid({ solid: { moduleName: join(WEB, 'look/trusted-dom.ts') } })],
    build: {
      outDir,
      target: 'es2022',
      // Solid's own listener keeps its name.
      minify: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(import.meta.dirname, 'page.ts'),
        output: { entryFileNames: `assets/${ENTRY}` },
      },
    },
  })
  // The document and its styles stay those of the server: a socket of a page that the driver answers has no cookie.
  const serve = (page: Page) =>
    page.route('**/assets/*', (route) => {
      const name = basename(new URL(route.request().url()).pathname)
      const file = join(outDir, 'assets', name)
      if (existsSync(file)) return route.fulfill({ body: readFileSync(file), contentType: TYPES[extname(name)] })
      if (!name.endsWith('.js')) return route.continue()
      return route.fulfill({ body: `import './${ENTRY}'`, contentType: TYPES['.js'] })
    })
  return { serve, remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
