import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Plugin } from 'vite'
import { buildForProduction } from '../build'

/** In the bundle: each German text in brackets, and longer by half, as in a language with long words. */
const PSEUDO = `
function pseudo(value) {
  if (typeof value === 'string') return value === '' ? '' : '⟦' + value + '·'.repeat(Math.ceil(value.length / 2)) + '⟧'
  if (typeof value === 'function') return (...values) => pseudo(value(...values))
  if (Array.isArray(value)) return value.map(pseudo)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, pseudo(part)]))
}
`

const pseudoWords: Plugin = {
  name: 'pseudo-words',
  enforce: 'pre',
  transform(code, id) {
    if (!/web\/words\/de\/(?!first|rest|grammar)[\w-]+\.ts$/.test(id)) return undefined
    const names = [...code.matchAll(/^export const (\w+): /gm)].map(([, name]) => name)
    const plain = code.replaceAll(/^export const (\w+): /gm, 'const plain_$1: ')
    return plain + PSEUDO + names.map((name) => `export const ${name} = pseudo(plain_${name})\n`).join('')
  },
}

/** Builds the client with the pseudo-locale in place of German. Returns a function that serves it in a page, and one that deletes it. */
export async function buildPseudo() {
  const outDir = mkdtempSync(join(tmpdir(), 'parley-pseudo-'))
  await buildForProduction({
    logLevel: 'error',
    plugins: [pseudoWords],
    build: { outDir, emptyOutDir: true },
  })
  const contentType: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }
  const serve = (page: Page) =>
    page.route(
      ({ pathname }) => pathname === '/' || pathname.startsWith('/assets/'),
      (route) => {
        const { pathname } = new URL(route.request().url())
        const file = pathname === '/' ? '/index.html' : pathname
        // The page before this one may still ask for its own files.
        if (!existsSync(join(outDir, file))) return route.fallback()
        return route.fulfill({ body: readFileSync(join(outDir, file)), contentType: contentType[extname(file)] })
      },
    )
  return { serve, remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
