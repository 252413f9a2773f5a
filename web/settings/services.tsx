import { createMemo, createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { serviceWords as words } from '../words/en-services'
import { fetched } from './fetched'
import { Part } from './parts'
import { ServiceAddress, type Service } from './service-address'
import './services.css'

/** The services that can report here: choose one, and make its address. */
export function Services() {
  const client = useClient()
  const { ask, report } = client
  const { value } = fetched(client, async (): Promise<Service[]> => (await ask('GET /parley/services')).services)
  const [query, setQuery] = createSignal('')
  const [chosen, setChosen] = createSignal<Service>()
  const found = createMemo(() => {
    const requested = query().trim().toLowerCase()
    return (value() ?? []).filter(({ name, display_name }) =>
      [name, display_name.toLowerCase()].some((text) => text.includes(requested)),
    )
  })
  const categories = createMemo(() => {
    const byCategory = Map.groupBy(found(), ({ category }) => category)
    return Object.keys(words.categories).flatMap((category) => {
      const services = byCategory.get(category)
      return services ? [{ category, services }] : []
    })
  })
  return (
    <Show
      when={chosen()}
      keyed
      fallback={
        <Part title={words.title} text={words.text}>
          <input
            class="filter"
            type="search"
            aria-label={words.find}
            placeholder={words.find}
            value={query()}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          <Show when={value() && found().length === 0}>
            <p class="quiet">{words.noneFound}</p>
          </Show>
          <For each={categories()}>
            {({ category, services }) => (
              <section class="services" aria-label={words.categories[category]}>
                <h4>{words.categories[category]}</h4>
                <For each={services}>
                  {(service) => (
                    <button class="act" onClick={() => setChosen(service)}>
                      {service.display_name}
                    </button>
                  )}
                </For>
              </section>
            )}
          </For>
        </Part>
      }
    >
      {(service) => <ServiceAddress service={service} leave={() => setChosen(undefined)} fail={report} />}
    </Show>
  )
}
