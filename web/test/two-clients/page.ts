import { createClient } from '../../client/client'
import { showClient } from '../../show-client'
import type { Account, PageFunctions } from './functions'
import { pageEnvironment, type Environment } from '../../wire/environment'

// The page of `two-clients.browser.test.ts`. Its test calls the functions.

/** All modules of the client, but the one that starts it. The scripts of other pages and of workers start themselves too. */
const MODULES = import.meta.glob([
  '../../**/*.{ts,tsx}',
  '!../../{dist,test,pages,shell-cache,import-worker,replica-worker,call-worker}/**',
  '!../../{main.tsx,build.ts,vite.config.ts}',
  // They build the client.
  '!../../{constant-texts,later-scripts,lean-preload,lean-solid,small-scripts}.ts',
])

/** An address that is not that of the page. */
function ownAddress(hash: string): Environment['address'] {
  const changes = new EventTarget()
  const go = (next: string) => {
    hash = next
    changes.dispatchEvent(new Event('change'))
  }
  return {
    read: () => hash,
    go,
    replace: (next) => void (hash = next),
    back: () => go(''),
    listen: (changed, signal) => changes.addEventListener('change', changed, { signal }),
  }
}

/** Where the client of another account runs: it proves itself with an API key, and shares nothing with the client of the page. */
function environmentOf({ email, api_key }: Account, root: HTMLElement, hash: string): Environment {
  return {
    ...pageEnvironment(),
    root,
    look: root,
    showTitle: (title) => root.setAttribute('aria-label', title),
    api: '/api/v1',
    headers: () => ({ authorization: `Basic ${btoa(`${email}:${api_key}`)}` }),
    sessionNumber: () => email,
    address: ownAddress(hash),
    name: 'right',
  }
}

/** Returns a new element for a client. */
function place(id: string): HTMLElement {
  const root = document.createElement('div')
  document.body.append(Object.assign(root, { id }))
  return root
}

const opened = new Map<string, ReturnType<typeof createClient>>()

function opens(side: string, environment: Environment) {
  const client = createClient(environment)
  opened.set(side, client)
  showClient(client)
}

const functions: PageFunctions = {
  async importAll() {
    for (const load of Object.values(MODULES)) await load()
    return Object.keys(MODULES).length
  },
  opensLeft: () => opens('left', { ...pageEnvironment(), root: place('left') }),
  opensRight: (account, hash) => opens('right', environmentOf(account, place('right'), hash)),
  stops: (side) => opened.get(side)?.stop(),
}

Object.assign(globalThis, { clients: functions })
