import type { Visit } from '../../../platform/console/console-page.ts';
import { formatEuros, formatMoney } from '../../../platform/pages/figures.page.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';

export const sayEuros = ({ language }: Pick<Visit, 'language'>, cents: bigint): string =>
  formatEuros(formatAsset('EUR', cents), language);

export const sayCoins = ({ language }: Pick<Visit, 'language'>, coin: CoinCode, minor: bigint): string =>
  formatMoney(formatAsset(coin, minor), coin, language);
