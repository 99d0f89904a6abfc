import { formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { listCeilings, type Ceiling } from './cold.store.ts';

export const readCeilings = ({ sql }: Pick<MerchantContext, 'sql'>): Promise<Ceiling[]> => listCeilings(sql);

export async function describeCeilings({ sql }: Pick<MerchantContext, 'sql'>): Promise<string[]> {
  return (await listCeilings(sql)).map(describe);
}

function describe({ id, coin, status, ceiling, address, proposed_by: by }: Ceiling): string {
  const what =
    ceiling === null ? 'no ceiling' : `${formatAsset(coin, ceiling)}, the rest to ${address ?? ''}`;
  return `${id}  ${coin}  ${status}  ${what}  proposed by ${by}`;
}
