import { readFileSync } from 'node:fs'
import { CLIENT_LAYERS, RULES_OF_WEB } from './.dependency-cruiser.web.mjs'

// Which file may import which. Types count as imports.
// Checked by `npm run imports`; docs/architecture.md explains the folders.

// Each concept may import only the concepts that src/concepts.ts imports before it.
const CONCEPTS = [...readFileSync('src/concepts.ts', 'utf8').matchAll(/'\.\/domain\/([\w-]+\/[\w-]+)\/concept'/g)].map(
  (match) => match[1],
)

// The tests of the Markdown library stand beside it.
const MARKDOWN_TESTS = '^src/markdown/test/'

// The layers, from the entries to the machinery. Each imports only itself and the layers below it.
const LAYERS = {
  entries:
    '^src/(worker|serve|edge-request|request-context|realm-object|neighbor-object|gateway-object|gateway-pings|platform-email)\\.ts$',
  catalogue: '^src/(catalogue|concepts|wing-titles)\\.ts$',
  domain: '^src/domain/',
  handles: '^src/(realm|listening-realm|edge|concept)\\.ts$',
  config: '^src/(config|call-services)\\.ts$',
  machinery: '^src/(api|events|images|outside|store|markdown|pages|tokenizer|integrations)/',
}

// The folders of the world, from its programs to what reads the source. The models import nothing of it.
const WORLD_LAYERS = {
  'world programs': '^world/programs/',
  'world invariants': '^world/invariants/',
  'world life': '^world/life/',
  'world platform': '^world/(platform/|[^/]+\\.ts$)',
  'world awaits': '^world/awaits/',
}

const concepts = (names) => `^src/domain/(${names.join('|')})/`

// `rules.ts`, or one of several: `send-rules.ts`, `send.rules.ts`, `rules/send.ts`.
const file = (...kinds) => `^src/domain/[^/]+/[^/]+/.*\\b(${kinds.join('|')})(\\.ts$|/)`

const placed = [...Object.values(LAYERS).filter((path) => path !== LAYERS.domain), concepts(CONCEPTS)]

/** Returns the rules that a layer imports none of those before it. */
const pointDownwards = (layers) =>
  Object.keys(layers)
    .map((layer, depth, order) => ({
      name: `${layer.replaceAll(' ', '-')}-import-no-upper-layer`,
      comment: `Imports point one way: ${order.join(' -> ')}.`,
      from: { path: layers[layer] },
      to: { path: order.slice(0, depth).map((upper) => layers[upper]) },
    }))
    .slice(1) // No layer is above the first.

const conceptsPointBackwards = CONCEPTS.map((concept, place) => ({
  name: `${concept.replace('/', '-')}-imports-only-earlier-concepts`,
  comment: `Code that composes ${concept} with a later concept belongs to the later one. The order is that of src/concepts.ts.`,
  from: { path: concepts([concept]) },
  to: { path: LAYERS.domain, pathNot: concepts(CONCEPTS.slice(0, place + 1)) },
}))

const PARSERS_IN_THE_WORKER = [
  '^src/domain/realm/settings/descriptions\\.ts$',
  '^src/domain/integrations/incoming-webhooks/deliver\\.ts$',
  '^src/domain/data/realm-copies/import-',
  '^src/domain/messages/public-pages/document-page\\.ts$',
]
const PARSERS_IN_THE_REALM = [
  '^src/domain/writing/bot-messages/actions\\.ts$',
  '^src/domain/integrations/commands/actions\\.ts$',
  '^src/domain/integrations/received-mail/actions\\.ts$',
  '^src/domain/accounts/outgoing-webhooks/replies\\.ts$',
]

// `reachable` also finds indirect imports: a rule that imports a file that imports the storage is not pure.
const insideAConcept = [
  {
    name: 'rules-are-pure',
    comment:
      'A rule receives all facts as parameters. The row types that it needs are declared beside the rules, and storage imports them.',
    from: { path: file('rules') },
    to: { path: file('storage', 'actions', 'endpoints'), reachable: true },
  },
  {
    name: 'storage-only-stores',
    comment: 'Storage functions run SQL. They decide and publish nothing.',
    from: { path: file('storage') },
    to: { path: file('actions', 'endpoints'), reachable: true },
  },
  {
    name: 'events-do-not-act',
    comment: 'An event describes what an action did. It changes nothing.',
    from: { path: file('events') },
    to: { path: file('actions', 'endpoints'), reachable: true },
  },
  {
    name: 'no-import-of-endpoints',
    comment: 'Code that two endpoints share is an action or a rule. A tool of agents composes endpoints.',
    from: { path: LAYERS.domain, pathNot: file('endpoints', 'concept', 'tools') },
    to: { path: file('endpoints') },
  },
]

const rules = [
  ...pointDownwards(LAYERS),
  ...pointDownwards(CLIENT_LAYERS),
  ...pointDownwards(WORLD_LAYERS),
  ...conceptsPointBackwards,
  ...insideAConcept,
  {
    name: 'only-event-queues-see-sockets',
    comment:
      'Other concepts publish events, and use realm.listeners. A subscription is a queue with another transport.',
    from: { path: LAYERS.domain, pathNot: concepts(['organization/event-queues', 'organization/event-subscriptions']) },
    to: { path: ['^src/listening-realm\\.ts$', '^src/events/(queues|sockets|tickets|event-reader)\\.ts$'] },
  },
  {
    name: 'the-realm-does-not-import-the-edge',
    comment: 'A decision of the realm must not depend on the Worker.',
    from: { path: '^src/realm\\.ts$' },
    to: { path: '^src/edge\\.ts$' },
  },
  {
    name: 'the-worker-parses-markdown',
    comment:
      'Hostile text takes tens of milliseconds, and the realm has one thread. PARSERS_IN_THE_REALM parse one text at a time, for which no Worker waits or whose parts only the realm has.',
    from: { path: LAYERS.domain, pathNot: [file('endpoints'), ...PARSERS_IN_THE_WORKER, ...PARSERS_IN_THE_REALM] },
    to: { path: '^src/markdown/parse\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'channels-change-in-one-place',
    comment: 'The actions of channels do everything that follows from a change, so every caller calls them.',
    from: { path: '^src/', pathNot: '^src/domain/management/channels/actions\\.ts$' },
    to: { path: '^src/domain/management/channels/(archiving|channel-changes)\\.ts$' },
  },
  {
    name: 'no-circles',
    comment: 'Files that import each other can be understood only together.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'a-place-for-every-file',
    comment:
      'A file in none of the layers, or in a concept missing from src/concepts.ts, would escape every other rule.',
    from: {},
    to: { path: '^src/', pathNot: placed },
  },
  {
    name: 'a-place-for-every-importing-file',
    comment: 'As above, for a file that no other file imports.',
    from: { path: '^src/', pathNot: placed },
    to: {},
  },
  {
    name: 'no-files-without-a-subject',
    comment: 'Shared code is in a file that is named after its contents.',
    from: {},
    to: { path: '^(src|test)(/|/.*/)(index|utils?|helpers?|common|shared|types)(\\.ts$|/)' },
  },
  {
    name: 'src-stands-alone',
    comment: 'The server imports no tests, bench, scripts or client.',
    from: { path: '^src/', pathNot: MARKDOWN_TESTS },
    to: { path: ['^(test|bench|scripts|client-state|conversion|web)/', MARKDOWN_TESTS] },
  },
  {
    name: 'client-state-stands-alone',
    comment: 'Web clients and tests use it, so it imports only its own files.',
    from: { path: '^client-state/' },
    to: { pathNot: ['^client-state/', '^src/'] },
  },
  {
    name: 'client-state-imports-types-only',
    comment: 'A client contains no code of the server.',
    from: { path: '^client-state/' },
    to: { path: '^src/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'conversion-stands-alone',
    comment: 'Exports of other servers are read in Node and in browsers, so their converters import nothing of either.',
    from: { path: '^conversion/' },
    to: { pathNot: '^conversion/' },
  },
  ...RULES_OF_WEB,
  {
    name: 'markdown-is-a-library',
    comment: 'src/markdown imports only itself and packages. The caller passes settings, limits and the directory.',
    from: { path: '^src/markdown/' },
    to: { path: '^(src|test|bench|scripts)/', pathNot: '^src/markdown/' },
  },
  {
    name: 'markdown-is-entered-by-its-top-level-files',
    comment: 'The files directly in src/markdown are its interface. Its subfolders are private.',
    from: { pathNot: '^src/markdown/' },
    to: { path: '^src/markdown/[^/]+/', pathNot: MARKDOWN_TESTS },
  },
  {
    name: 'src-needs-dependencies-only',
    comment:
      'The server imports dependencies only. Types may come from a devDependency, because the bundle contains none.',
    from: { path: '^src/', pathNot: MARKDOWN_TESTS },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'every-import-is-found',
    comment: 'An import that cannot be resolved would escape every other rule.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(cloudflare|node|vitest):' },
  },
]

export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // TypeScript 7 has no JavaScript API, so swc parses. It does not see `import('./x').Type`: the linter forbids that.
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
    },
    doNotFollow: { path: 'node_modules' },
  },
}
