import type { RecordedExamples } from '../../src/api/documentation/examples'
import type { Reference } from '../../src/api/documentation/reference'
import type { AnyEndpoint } from '../../src/api/endpoint'
import type { AnyAudienceKind, AnyEventKind } from '../../src/events/event'

/** Returns a declaration with the fields of a test. All other fields have the smallest valid value. */
export const bareEndpoint = (declared: Partial<AnyEndpoint> & { route: AnyEndpoint['route'] }): AnyEndpoint => ({
  kind: 'decision',
  summary: 'Do something.',
  caller: { describes: 'anyone', needs: 'none', errors: [], refusal: () => undefined },
  params: {},
  returns: {},
  errors: [],
  decide: () => undefined,
  ...declared,
})

export const bareEvent = (
  kind: Omit<AnyEventKind, 'summary' | 'recipients'> & Partial<AnyEventKind>,
): AnyEventKind => ({
  summary: 'Something happened.',
  recipients: {},
  ...kind,
})

export const bareAudience = (kind: Omit<AnyAudienceKind, 'description'>): AnyAudienceKind => ({
  description: 'Some users.',
  ...kind,
})

export const NOTHING_RECORDED: RecordedExamples = { examples: { endpoints: {}, events: {} }, vendor: '' }

/** Returns a reference with one group. */
export const referenceWith = (
  { endpoints = [], events = [] }: { endpoints?: AnyEndpoint[]; events?: AnyEventKind[] },
  more: Partial<Reference> = {},
): Reference => ({
  groups: [{ wing: 'Wing', title: 'Wishes', endpoints, events }],
  audiences: new Map(),
  slices: [],
  clientOptions: {},
  ...more,
})
