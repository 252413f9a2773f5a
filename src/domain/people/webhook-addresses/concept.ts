import { concept } from '../../../concept'
import pressAddresses from './press-addresses.sql'
import tables from './tables.sql'

export const webhookAddresses = concept({ name: 'people/webhook-addresses', tables: [tables, pressAddresses] })
