import type { Visit } from '../../../platform/console/console-page.ts';
import { fieldDetails } from '../../../platform/http/details/field-details.ts';
import { createTranslator } from '../../../platform/http/details/translate-detail.ts';
import { merchantDetails } from '../../details/merchant-details.ts';

const translate = createTranslator([fieldDetails, merchantDetails]);

/** What an operation wrote down or answered, for whoever reads it; what a node or a person wrote stays as it is. */
export const sayDetail = ({ language }: Visit, text: string): string => translate(text, language) ?? text;
