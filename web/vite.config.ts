import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import solid from 'vite-plugin-solid'
import { defineConfig, type Plugin } from 'vite'
import { constantTexts } from './constant-texts.ts'
import { delegateOnce } from './delegate-once.ts'
import { laterScriptsInOrder, nameOfLaterScript } from './later-scripts.ts'
import { leanPreload, filesOnce } from './lean-preload.ts'
import { leanSolid } from './lean-solid.ts'
import { smallScripts } from './small-scripts.ts'

const WORKER = 'service-worker.js'
const LOADED_EARLY = /\/(?:index-[^/]+|(?:soon|next|rolldown-runtime)-[^/]+\.js)$/

const OF_SERVICE_WORKER = '?service-worker'

/** The service worker imports no script: it has a copy of each module that the page uses too. */
const copiesForServiceWorker: Plugin = {
  name: 'copies-for-service-worker',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (importer?.includes('/shell-cache/') !== true || !source.startsWith('../')) return undefined
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && `${found.id}${OF_SERVICE_WORKER}`
  },
}

/** Tells the service worker the files of the build. The page and its headers change the version too. */
const shellFiles: Plugin = {
  name: 'shell-files',
  enforce: 'post',
  generateBundle(_, bundle) {
    const files = Object.keys(bundle)
      .filter((name) => /^assets\/.+\.(?:js|css)$/.test(name))
      .map((name) => `/${name}`)
      .sort()
    const hash = createHash('sha256').update(files.join())
    for (const file of [
      'index.html',
      'look/icons.svg',
      'public/_headers',
      'shell-cache/service-worker.ts',
      'shell-cache/notifications.ts',
    ])
      hash.update(readFileSync(path.join(import.meta.dirname, file)))
    const worker = bundle[WORKER]
    if (worker?.type !== 'chunk' || worker.imports.length > 0)
      throw new Error('The build has no service worker of its own')
    worker.code = worker.code
      .replaceAll('SHELL_FILES', JSON.stringify(files))
      .replaceAll('SHELL_VERSION', JSON.stringify(hash.digest('hex').slice(0, 16)))
  },
}

/** A build for developers is larger and slower, and nothing else would tell it from this one. */
const onlyForProduction: Plugin = {
  name: 'only-for-production',
  configResolved({ command, isProduction }) {
    if (command === 'build' && !isProduction) throw new Error('The client is built with NODE_ENV=production only')
  },
}

/** The page contains the icons, so that they need no request. */
const icons: Plugin = {
  name: 'icons',
  transformIndexHtml: (html) =>
    html.replace('<body>', `<body>${readFileSync(path.join(import.meta.dirname, 'look/icons.svg'), 'utf8')}`),
}

const OTHER_ENTRIES = ['pages/', 'shell-cache/'].map((folder) => path.join(import.meta.dirname, folder))

/** The scripts of the server's pages and the service worker are files of their own, and import nothing. */
const isOfClient = (id: string): boolean =>
  !id.endsWith(OF_SERVICE_WORKER) && !OTHER_ENTRIES.some((folder) => id.startsWith(folder))

/** Returns the name of the file for texts that users of English do not need. */
function nameOfCatalogue(id: string): string | null {
  if (/\/web\/words\/(?:en-)?refusals\.ts$/.test(id)) return 'words-en-rest'
  const [, language, part] = /\/web\/words\/([\w-]+)\/([\w-]+)\.(?:ts|data\.json)$/.exec(id) ?? []
  if (language === undefined) return null
  if (part === 'emoji') return `words-${language}-emoji`
  return `words-${language}-${['first', 'words', 'grammar'].includes(part ?? '') ? 'first' : 'rest'}`
}

/** Builds the web client into web/dist, which the Worker serves as static assets. */
export default defineConfig({
  root: import.meta.dirname,
  // Solid's own `template` assigns a string to innerHTML, which Trusted Types refuse.
  plugins: [
    constantTexts,
    leanSolid,
    leanPreload,
    // A condition between two texts needs no effect of its own: the text is compared before it is drawn.
    solid({ solid: { moduleName: path.join(import.meta.dirname, 'look/trusted-dom.ts'), wrapConditionals: false } }),
    delegateOnce,
    filesOnce,
    copiesForServiceWorker,
    shellFiles,
    onlyForProduction,
    laterScriptsInOrder,
    icons,
    smallScripts,
  ],
  worker: { format: 'es', plugins: () => [smallScripts] },
  build: {
    target: 'es2022',
    // docs/browsers.md. Without it, `:dir()` becomes a list of languages, and each colour is there several times.
    cssTarget: ['chrome120', 'firefox128', 'safari17'],
    modulePreload: {
      polyfill: false,
      // What loads with the first view or right after it is there already. A script that loads others need not name it.
      resolveDependencies: (own, files) => files.filter((name) => name !== own && !LOADED_EARLY.test(name)),
    },
    // An inlined file would be a data: URL, which the content security policy refuses for fonts and scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The client, its service worker, and the scripts of the server's pages. The last two keep their addresses: the browser
      // looks there for a newer worker, and the server names the scripts.
      input: {
        index: path.join(import.meta.dirname, 'index.html'),
        'service-worker': path.join(import.meta.dirname, 'shell-cache/service-worker.ts'),
        organizations: path.join(import.meta.dirname, 'pages/organizations.ts'),
        passkeys: path.join(import.meta.dirname, 'pages/passkeys.ts'),
        password: path.join(import.meta.dirname, 'pages/password.ts'),
      },
      output: {
        // What the client needs at once is one file: it compresses better than the pieces that other views share.
        // Each other language has three files: the texts of the first view, all others, and the names of emoji.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: isOfClient },
            { name: nameOfLaterScript, debugName: 'later', includeDependenciesRecursively: false },
            {
              name: nameOfCatalogue,
              debugName: 'words',
              test: /\/web\/words\/(?:(?:en-)?refusals|[\w-]+\/[\w-]+)\.(?:ts|data\.json)$/,
            },
          ],
        },
        // The first script names all files. Shorter hashes of fewer characters make it smaller.
        hashCharacters: 'base36',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        entryFileNames({ name, facadeModuleId }) {
          if (name === 'service-worker') return WORKER
          return facadeModuleId?.includes('/web/pages/') === true ? 'pages/[name].js' : 'assets/[name]-[hash:7].js'
        },
      },
    },
  },
})
