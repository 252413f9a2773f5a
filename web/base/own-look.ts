import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'

/** The look of this browser: a large screen and a small one need different ones. */
export type Look = { accent: string; density: string }

const STORED = { accent: 'parley-accent', density: 'parley-density' }

const looks = perClient(({ environment: { storage } }) =>
  createSignal<Look>({
    accent: storage.getItem(STORED.accent) ?? 'blue',
    density: storage.getItem(STORED.density) ?? 'comfortable',
  }),
)

export const ownLook = (client: Client): Look => looks(client)[0]()

/** Changes the look, and remembers it. */
export function changeLook(client: Client, name: keyof Look, value: string): void {
  client.environment.storage.setItem(STORED[name], value)
  looks(client)[1]((before) => ({ ...before, [name]: value }))
}
