import * as v from 'valibot'
import { endpoint } from '../../../edge'
import { administrators } from '../../people/users/callers'

const MAX_ROWS_LISTED = 100

const refusedRowShape = v.strictObject({
  target: v.string(), // the D1 table
  key: v.number(),
  version: v.number(),
  attempts: v.number(),
  retry_at: v.nullable(v.number()), // null: parked
  refused_at: v.number(),
  error: v.string(),
})

export const getOutbox = endpoint.decision({
  route: 'GET /parley/outbox',
  summary: 'How many rows wait for D1, and which rows D1 refuses: the realm tries ten times and then parks a row.',
  caller: administrators,
  params: {},
  returns: { waiting: v.number(), refused: v.number(), parked: v.number(), refused_rows: v.array(refusedRowShape) },
  errors: [],
  decide: ({ outbox }) => ({
    waiting: outbox.waiting,
    refused: outbox.refused.count,
    parked: outbox.refused.parked,
    refused_rows: outbox.refused.list(MAX_ROWS_LISTED),
  }),
})

export const retryOutbox = endpoint.decision({
  route: 'POST /parley/outbox/retry',
  summary: 'Send the rows that D1 refuses again, the parked ones too.',
  caller: administrators,
  params: {},
  returns: { retried: v.number() },
  errors: [],
  decide: ({ outbox }) => ({ retried: outbox.retryRefused() }),
})
