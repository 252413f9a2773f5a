import { inject, onTestFinished, vi } from 'vitest'
import { succeeded, type Json, type Person } from './person'

declare module 'vitest' {
  interface ProvidedContext {
    modelServer: string
  }
}

const PUBLIC = /^https:\/\/(?:other-)?models\.example\.com/

type Behavior =
  | 'answers'
  | 'thinks'
  | 'fails'
  | 'is broken'
  | 'says nothing'
  | 'says too much'
  | 'says much'
  | 'says other'
  | 'hangs up'

/** A model at an address of its own. The server calls only public addresses, so requests to one of them go to the model. */
export class Model {
  readonly url: string

  constructor(origin = 'https://models.example.com', call = '') {
    this.url = `${origin}/${crypto.randomUUID()}${call}`
    if (vi.isMockFunction(globalThis.fetch)) return
    const { fetch: original } = globalThis
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) =>
        original(new Request(input, init).url.replace(PUBLIC, inject('modelServer')), init),
      )
    onTestFinished(() => spy.mockRestore())
  }

  async behaves(behavior: Behavior): Promise<void> {
    await (await fetch(this.url, { method: 'PUT', body: JSON.stringify({ behavior }) })).text()
  }

  async requests(): Promise<Json[]> {
    return (await fetch(this.url)).json()
  }
}

/** Chooses a model for the organization, as an owner does. */
export async function chooses(owner: Person, fields: { url: string } & Record<string, string | number>): Promise<void> {
  const { url, ...others } = fields
  const settings = {
    parley_language_model: 'address',
    parley_language_model_url: url,
    parley_language_model_name: 'small',
  }
  succeeded(await owner.patch('/realm', { ...settings, ...others }))
}
