/** An address elsewhere, or one of ours that stays right when our own address changes: `/portraits/…`. */
export const linkUrl = ({ baseUrl }: { readonly baseUrl: string }, link: string): string =>
  link.startsWith('/') ? `${baseUrl}${link}` : link;
