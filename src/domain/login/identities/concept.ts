import { concept } from '../../../concept'
import tables from './tables.sql'

export const identities = concept({ name: 'login/identities', tables: [tables] })
