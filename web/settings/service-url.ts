export type Options = Readonly<Record<string, string>>

/** Returns the address of a service, without empty options. */
export function addressOf(origin: string, service: string, options: Options, events: readonly string[]): string {
  const chosen = Object.entries(options)
    .map(([name, value]): [string, string] => [name, value.trim()])
    .filter(([, value]) => value !== '')
  if (events.length > 0) chosen.push(['only_events', JSON.stringify(events)])
  return `${origin}/api/v1/external/${service}?${new URLSearchParams(chosen).toString()}`
}
