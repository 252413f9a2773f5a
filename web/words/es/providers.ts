// The text about identity providers, in Spanish.

import type { providerWords as English } from '../en-providers'

export const providerWords: typeof English = {
  title: 'Proveedores de identidad',
  text: 'Servicios con los que los miembros inician sesión, sin necesitar una contraseña aquí.',
  none: 'Aún no hay proveedores de identidad.',
  add: 'Nuevo proveedor de identidad',
  kind: 'Tipo',
  kinds: {
    oidc: 'OpenID Connect',
    google: 'Google',
    entra: 'Microsoft Entra',
    gitlab: 'GitLab',
    github: 'GitHub',
    apple: 'Apple',
  },
  key: 'Clave para la dirección: letras y cifras',
  displayName: 'Nombre en la página de inicio de sesión',
  issuer: 'Emisor (dirección)',
  clientId: 'ID de cliente',
  clientSecret: 'Secreto de cliente',
  appleKey: 'Clave privada',
  teamId: 'ID de equipo',
  keyId: 'ID de clave',
  domains: 'De confianza para estos dominios de correo',
  domainsText:
    'Puede iniciar sesión como cualquiera que tenga una dirección confirmada allí. Si tienes dudas, déjalo vacío.',
  redirect: 'Dirección de redirección que debes registrar allí:',
  fromDeployment: 'De la instalación',
  test: 'Probar',
  works: 'El proveedor responde y acepta el secreto.',
  groups: 'Grupos',
  groupsText:
    'En cada inicio de sesión, un miembro entra en los grupos cuyo valor está en el claim y sale de los demás de esta lista. Los otros grupos no cambian.',
  claim: 'Claim',
  claimScope: 'Scope que lo solicita',
  claimValue: 'Valor',
  group: 'Grupo',
  addGroup: 'Añadir un grupo',
  groupsSaved: 'Los grupos siguen al proveedor desde el próximo inicio de sesión.',
  groupRights: (names: string) => `Los miembros de estos grupos tienen derechos de administrador: ${names}`,
  confirmRights: 'El proveedor decide quién tiene estos derechos',
}
