import { concept } from '../../../concept'
import tables from './tables.sql'

export const identities = concept({ name: 'accounts/identities', tables: [tables] })
