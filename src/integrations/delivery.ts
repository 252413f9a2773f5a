import type { Delivery, Integration } from './integration'

type Request = { headers: Headers; parameters: URLSearchParams; now: number; receivesPresses?: boolean }

/** Returns a delivery with these headers and parameters of the address. */
export function deliveryOf({ title }: Integration, request: Request): Delivery {
  const { headers, parameters, now, receivesPresses = false } = request
  const topic = parameters.get('topic')
  return {
    header: (name) => headers.get(name) ?? undefined,
    option: (name) => parameters.get(name) ?? undefined,
    topic: topic === null ? undefined : decodedAgain(topic),
    title,
    now,
    receivesPresses,
  }
}

/** Returns the value of a parameter. Some senders encode addresses twice. */
export function decodedAgain(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
