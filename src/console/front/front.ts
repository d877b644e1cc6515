document.title = 'Diglot';
