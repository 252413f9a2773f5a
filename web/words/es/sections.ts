// The sections of the settings of the organization, in Spanish.

import type { organizationSections as English } from '../en-sections'

export const organizationSections: typeof English = {
  'organization/profile': 'Nombre e imágenes',
  'organization/settings': 'Reglas',
  'organization/permissions': 'Permisos',
  'organization/users': 'Personas',
  'organization/invitations': 'Invitaciones',
  'organization/groups': 'Grupos',
  'organization/folders': 'Carpetas de canales',
  'organization/archived-channels': 'Canales archivados',
  'organization/default-channels': 'Canales predeterminados',
  'organization/new-users': 'Preferencias predeterminadas',
  'organization/emoji': 'Emojis',
  'organization/linkifiers': 'Enlaces en el texto',
  'organization/playgrounds': 'Entornos de código',
  'organization/commands': 'Comandos',
  'organization/automations': 'Automatizaciones',
  'organization/model': 'Modelo de lenguaje',
  'organization/gifs': 'GIF y stickers',
  'organization/profile-fields': 'Campos de perfil',
  'organization/domains': 'Dominios permitidos',
  'organization/providers': 'Proveedores de identidad',
  'organization/directory': 'Directorio',
  'organization/mail': 'Correos',
  'organization/exports': 'Exportaciones',
  'organization/import': 'Importación',
  'organization/audit-log': 'Registro de auditoría',
  'organization/discovery': 'Retenciones y búsquedas',
  'organization/usage': 'Uso y costo',
}
