import type { Plugin } from 'vite'

/**
 * The scripts that load after the first one, and the modules of each. Modules that a user needs together are one file: it compresses
 * better than many small ones, and the first script names fewer files. The first pattern that fits a module decides. A script may
 * import only scripts that stand above it here.
 */
const LATER_SCRIPTS: readonly (readonly [name: string, modules: readonly RegExp[]])[] = [
  // Right after the first view.
  [
    'soon',
    [
      /\/(?:notify\/(?!push|log-out|plan)|views\/guest-marks|start-later|keep-shell|sync\/(?:presence|typing|sending-drafts|merging-drafts|route-of-draft|stored-changes)|cache\/(?:erase-kept|kept-files)\.ts$|share\.|touch\/(?:keyboard|gestures)|keys\/type-ahead|compose\/drop-zone|calls\/(?:watch|kept-seat))/,
      /\/list\/(?:row-commands|announcer|moved-message|quoting|rescued-text)\./,
      /\/views\/(?:first-views|desktop|panes|rail-acts|rail-filter)\.|\/base\/beside\.|\/routes\/second-pane\./,
      /\/store\/(?:fold|best-matches|all-channels|own-order)\./,
      /\/(?:base\/(?:write-to|search-in|own-moves|edited-text|own-texts|waiting-(?:changes|requests|settings))|routes\/next-address|words\/en-(?:later|notify))\./,
    ],
  ],
  // Two seconds later: Ctrl-K, the field for a topic, the tools of a message, what finds by a name, the first steps.
  [
    'next',
    [
      /\/views\/pane|\/base\/covers\.|\/calls\/(?:call-button|place)\./,
      /\/views\/(?:switcher|choices|commands|orders|button-commands|single-buttons|match-parts|later-commands|conversation-bars|head-acts|pin-bar|selection-bar)\./,
      // The first script names each style sheet.
      /\/views\/organizations\.css$/,
      /\/compose\/(?:to-line|topic-field|topics)\./,
      /\/(?:list\/tools|overlays\/(?:view-menu|message-menu|copy-address)|keys\/(?:key-names|own-keys|organization-keys|step-in))\./,
      /\/parts\/(?:combo|menu|quick-emoji|times|emoji-data|emoji-named|emoji-pieces|emoji-text)\./,
      /\/store\/(?:destinations|may-act|may-ask-model|pins)\.|\/(?:subscriptions|deletion|pins)\/permission-rules/,
      /\/base\/(?:channel-actions|resolve-topic|pins)\./,
      /\/words\/(?:en-(?:apps|assist|keys|overlays|formatting|tasks)|emoji-names)\.|\/notify\/plan\./,
      /\/(?:parts\/(?:end-step|first-tasks|guide|switch|welcome)|store\/first-tasks)\./,
    ],
  ],
  // What this browser keeps of the history.
  [
    'kept',
    [
      /\/base\/(?:ask-kept|listed-topics|kept-(?:history|lists|reader|search|usage|worker))\.|\/web\/replica(?:-worker)?\/|\/replica\/digest-rules\.|\/src\/markdown\//,
    ],
  ],
  // What dialogs and settings consist of, the names of all settings, which Ctrl-K finds, and the settings of a channel.
  [
    'forms',
    [
      /\/parts\/(?:dialog|people-list|people-picker|person-link|virtual-list|time-menu|size)\./,
      /\/settings\/(?:bulk|control|form-fields|parts|confirm|fetched|lists|copy-text|what-if|not-wanted)\./,
      /\/words\/en-(?:settings|channels|user-settings|sections|what-if)\.|\/views\/(?:suggest-timezone|setting-choices)\./,
      /\/settings\/(?:section-ids|user-settings|setting-line)\.|\/(?:notify\/(?:push|log-out)|cache\/forget-stored)\./,
      /\/words\/api-languages\.|\/store\/search-(?:dates|hints)\./,
      /\/settings\/(?:channel\/|group-value)|own-permissions|\/words\/en-(?:channel-email|organization|permissions)\./,
    ],
  ],
  // Recording a voice message, and playing one. Calls have the same microphone.
  ['voice', [/\/(?:compose\/(?:voice-|recording)|html\/voice|words\/en-voice|base\/devices)/]],
  // While a call runs that the user sees.
  ['calls', [/\/web\/(?:calls|call-worker)\/|\/words\/en-talk/]],
  // Menus and dialogs, the views that are neither the inbox nor a conversation, and what a user opens while writing: films, formulas,
  // code that runs elsewhere. Apart, they would be a kilobyte larger.
  [
    'overlays',
    [
      /\/(?:compose\/|words\/en-(?:commands|calls|format|gifs)\.|wire\/upload|sync\/server-drafts|list\/edit-form)/,
      /\/parts\/(?:emoji-picker|emoji-groups|recent-emoji|picker)\./,
      /\/(?:html\/|words\/en-media)/,
      /\/overlays\//,
      // The first script names each style sheet.
      /\/(?:web\/(?:controls|gifs)\/[\w-]+|list\/widget)\.css$/,
      /\/views\/(?:planned|waiting-list|recent|search|found)|\/search\/ranking-rules\.|\/store\/(?:search-(?:suggestions|counts)|recent-conversations)\.|\/words\/en-search|\/parts\/excerpt/,
    ],
  ],
  // Searching for GIFs, what a language model wrote, several organizations in one window, polls, to-do lists, the buttons, menus and
  // fields of programs, and automations: few users need them.
  [
    'extras',
    [
      /\/web\/(?:gifs|assist|controls)\/|\/views\/organization|\/base\/organization-list\./,
      /\/settings\/automations\/|\/words\/en-automations/,
      /\/list\/widget|\/store\/(?:controls|widgets)\./,
    ],
  ],
  [
    'settings',
    [
      /\/settings\/(?!organization|automations|discovery)|\/words\/en-(?:safety|bots|translation|services|integrations)\.|\/wire\/form/,
    ],
  ],
  // Settings of the organization, among them the import into it.
  [
    'realm',
    [
      /\/settings\/(?:organization|discovery)\/|\/web\/import(?:ing|-worker)\//,
      /\/words\/en-(?:import|realm-settings|usage|mail|providers|directory|discovery|folders|guests|model)\./,
    ],
  ],
]

/** Returns the name of the later script that has a module, or null if the bundler decides. */
export function nameOfLaterScript(id: string): string | null {
  if (!/\/(?:web|src\/domain|src\/markdown)\//.test(id)) return null
  // The address of a worker is in the script that starts it.
  if (/\/web\/(?:pages|shell-cache|import-worker|replica-worker)\/(?!worker\.ts\?worker&url$)/.test(id)) return null
  return LATER_SCRIPTS.find(([, modules]) => modules.some((pattern) => pattern.test(id)))?.[0] ?? null
}

/** Refuses a script that imports one below it: two that import each other would run before what they need. */
export const laterScriptsInOrder: Plugin = {
  name: 'later-scripts-in-order',
  generateBundle(_, bundle) {
    const order = LATER_SCRIPTS.map(([name]) => name)
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const at = order.indexOf(chunk.name)
      const below = chunk.imports.filter((file) => {
        const imported = bundle[file]
        return at !== -1 && imported?.type === 'chunk' && order.indexOf(imported.name) > at
      })
      if (below.length > 0) throw new Error(`${chunk.fileName} imports ${below.join(', ')}: see web/later-scripts.ts`)
    }
  },
}
