// The rules of imports of the web client, for .dependency-cruiser.mjs.

// The folders of the web client, from its entry to the requests. Each imports only itself and those below it.
export const CLIENT_LAYERS = {
  entry: '^web/(main\\.tsx|show-client\\.tsx|start-later\\.ts|share\\.ts)$',
  touch: '^web/touch/',
  views: '^web/views/',
  calls: '^web/calls/',
  overlays: '^web/overlays/',
  settings: '^web/settings/',
  notify: '^web/notify/',
  'list and compose': '^web/(list|compose)/',
  'html and parts': '^web/(html|parts)/',
  base: '^web/base/',
  client: '^web/(client/|keep-shell\\.ts$)',
  'sync and keys': '^web/(sync|keys)/',
  replica: '^web/replica/',
  store: '^web/store/',
  'routes and cache': '^web/(routes|cache)/',
  words: '^web/words/',
  'wire and look': '^web/(wire|look)/',
}

// Rules that the web client uses too, and the constants that they need.
const RULES_OF_CLIENTS = [
  '^src/domain/.*/permission-rules\\.ts$',
  '^src/domain/channels/channels/access-rules\\.ts$',
  '^src/domain/messages/search/(ranking|match)-rules\\.ts$',
  '^src/tokenizer/(query|stem|tokens|word-boundaries)\\.ts$',
  '^src/markdown/(html-text|html/void-tags)\\.ts$',
  '^src/domain/messages/replica/digest-rules\\.ts$',
  '^src/domain/people/users/user\\.ts$',
  '^src/domain/realm/settings/system-groups\\.ts$',
]

export const RULES_OF_WEB = [
  {
    name: 'web-is-a-client',
    comment:
      'The web client imports client-state, conversion, itself, and rules of permissions. It knows the server only through the API.',
    // The server of the browser tests is a script.
    from: { path: '^web/', pathNot: '^web/test/server\\.ts$' },
    // The names of emoji are data. An import compares them with those of other servers. Tests measure CPU time in one way,
    // and the tests of the server have the models and the service for GIFs that browser tests ask.
    to: {
      path: ['^(test|bench|scripts)/', '^src/'],
      pathNot: [
        '^src/markdown/emoji-names\\.data\\.json$',
        '^test/support/(cpu\\.ts|(model|gif)-server\\.mjs)$',
        ...RULES_OF_CLIENTS,
      ],
    },
  },
  {
    name: 'rules-of-clients-import-only-such-rules',
    comment: 'The web client uses these rules too. Another import would bring the server into its scripts.',
    from: { path: RULES_OF_CLIENTS },
    to: { pathNot: [...RULES_OF_CLIENTS, '^node_modules/stemmer/'] },
  },
  {
    name: 'what-does-not-draw-needs-no-solid',
    comment: 'The store, the connection, addresses, keys and requests are plain TypeScript.',
    from: { path: '^web/(store|sync|wire|routes|keys|words|cache)/' },
    to: { path: '^node_modules/solid-js/' },
  },
  {
    name: 'the-store-does-not-ask',
    comment: 'The store receives state and events. `web/sync` asks the server.',
    from: { path: '^web/store/' },
    // The type of the state follows from what the client registers for.
    to: { path: '^web/(sync|wire)/', pathNot: '^web/wire/own-state\\.ts$' },
  },
]
